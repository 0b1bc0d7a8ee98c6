"""Night Market as an installed package would bring it: rules, and nothing for any layer."""

from cradle.games import Registration

REGISTRATION = Registration("night-market", rules="tests.thirdgame.game")
