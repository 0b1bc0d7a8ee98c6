"""Our games as OpenSpiel games, chance explicit. Importing this module registers them.

game = pyspiel.load_game("cradle_stone_age(players=3,repeat_hunting=true)")
game = pyspiel.load_game("cradle_hadara(players=2,mode=advanced,rounds=1)")

Simultaneous choices are made one after the other, sealed: nobody's information has them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partialmethod
from typing import Any

import numpy as np
import pyspiel

from cradle import i18n
from cradle.games import GAMES
from cradle.kernel.game import Game
from cradle.kernel.piece import dump
from cradle.kernel.step import CHANCE, OVER, Aside, Move, News, State, heard, odds, play
from cradle.research.encoding import Encoding, encoding
from cradle.research.episode import reward_named, round_limit

MOST_UTILITY = {"result": 1.0, "margin": 999.0}
ANSWERS_A_ROUND = 100  # of one seat, at most; of chance likewise
COMMA = "-"  # a board order has commas, and so has OpenSpiel between parameters


def parameters(game: Game) -> dict[str, Any]:
    """All parameters of a game with their defaults: seats, rewards, a limit, and rule options."""
    options = {name: option.choices[0] for name, option in game.options.items()}
    spoken = {k: v.replace(",", COMMA) if isinstance(v, str) else v for k, v in options.items()}
    return {"players": game.seats[0], "rewards": "result", "rounds": 0} | spoken


def options_of(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """The rule options among the parameters."""
    found = {name: given[name] for name in game.options}
    return {k: v.replace(COMMA, ",") if isinstance(v, str) else v for k, v in found.items()}


def game_type(game: Game) -> Any:
    """What OpenSpiel knows of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=f"cradle_{game.name.replace('-', '_')}",
        long_name=f"Cradle: {i18n.title('en', game.name)}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


class SpielGame(pyspiel.Game):
    """A game of ours, as OpenSpiel has it."""

    def __init__(self, name: str, params: Mapping[str, Any] | None = None) -> None:
        self.encoding: Encoding = encoding(name)
        self.rules = self.encoding.game
        given = parameters(self.rules) | dict(params or {})
        self.rounds = round_limit(self.rules, given["rounds"])
        self.rewards = reward_named(given["rewards"])
        self.seats: int = given["players"]
        self.first = self.rules.new(self.seats, options_of(self.rules, given))
        utility = MOST_UTILITY[given["rewards"]]
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.moves),
            max_chance_outcomes=len(self.encoding.outcomes),
            num_players=self.seats,
            min_utility=-utility,
            max_utility=utility,
            utility_sum=0.0,
            max_game_length=self.rounds * self.seats * ANSWERS_A_ROUND,
        )
        super().__init__(game_type(self.rules), info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """The start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What makes observations and information states."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.encoding, self.seats, kind, params)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance can be asked at most."""
        return self.rounds * self.seats * ANSWERS_A_ROUND


class History:
    """A state and all that was told since the start; OpenSpiel clones states by deep copies."""

    def __init__(self, state: State, log: list[Any], lines: dict[int | None, list[str]]) -> None:
        self.state = state
        self.log = log
        self.lines = lines  # the log in words, by seat, as far as it was asked for

    def __deepcopy__(self, memo: Any) -> History:
        return History(self.state.copy(), self.log[:], {k: v[:] for k, v in self.lines.items()})

    def play(self, move: Any) -> None:
        """Play a move, and remember it with what came of it."""
        self.log.append((self.state.turn, move))
        self.state.news = []
        play(self.state, move)
        self.log += self.state.news
        self.state.news = None

    def recall(self, seat: int | None) -> list[str]:
        """All that a seat, or a spectator, did and heard; an empty line for what it didn't hear."""
        lines = self.lines.setdefault(seat, [])
        lines += [_recalled(entry, seat) for entry in self.log[len(lines) :]]
        return lines


def _recalled(entry: tuple[int, Move] | News | Aside, seat: int | None) -> str:
    if isinstance(entry, tuple):
        return f"> {entry[1].text}" if entry[0] == seat else ""
    news = heard(entry, seat)
    return "" if news is None else news.text


class SpielState(pyspiel.State):
    """A state of ours, as OpenSpiel has it."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.past = History(game.first.copy(), [], {})

    @property
    def state(self) -> State:
        """The state of the rules."""
        return self.past.state

    def current_player(self) -> Any:
        """Who answers next."""
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        turn = self.past.state.turn
        return pyspiel.PlayerId.CHANCE if turn == CHANCE else turn

    def _legal_actions(self, player: int) -> list[int]:
        state = self.past.state
        return sorted(self.get_game().encoding.legal(state, player)) if state.turn == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All that can come, with odds."""
        found = odds(self.past.state)
        number = self.get_game().encoding.outcome_index
        chances = zip(found.outcomes, found.weights, strict=True)
        return [(number(outcome), weight / found.total) for outcome, weight in chances]

    def _apply_action(self, action: int) -> None:
        codes = self.get_game().encoding
        listed = codes.outcomes if self.past.state.turn == CHANCE else codes.moves
        self.past.play(listed[action])

    def _action_to_string(self, player: int, action: int) -> str:
        codes = self.get_game().encoding
        text: str = (codes.moves if player >= 0 else codes.outcomes)[action].text
        return text

    def is_terminal(self) -> bool:
        """Whether the game, or its short form, is at its end."""
        game = self.get_game()
        state = self.past.state
        return bool(state.turn == OVER or game.rules.rounds(state) > game.rounds)

    def returns(self) -> list[float]:
        """What the end is worth to each player."""
        game = self.get_game()
        if not self.is_terminal():
            return [0.0] * int(game.seats)
        return list(game.rewards(game.rules.scores(self.past.state)))

    def __str__(self) -> str:
        """The whole truth, in one line."""
        return json.dumps(dump(self.past.state), separators=(",", ":"))


class Observer:
    """Observations as arrays and text: a player's, the public part, or the private part alone.

    With perfect recall it is all that the player did and heard, as text. There are numbers only
    for a player's whole observation.
    """

    def __init__(self, codes: Encoding, seats: int, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters, and not {params}")
        single, nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
        if kind.private_info not in (single, nobody):
            raise ValueError("observations are those of one player, or public")
        self.codes = codes
        self.recall = kind.perfect_recall
        self.public = kind.public_info
        self.private = kind.private_info == single
        self.tensor = None
        self.dict = {}
        if self.public and self.private and not self.recall:
            layout = codes.layouts[seats]
            self.tensor = np.zeros(layout.size, np.float32)
            self.dict = {name: self.tensor[where] for name, where in layout.slices.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        """Take the numbers a player sees."""
        if self.tensor is not None:
            self.tensor[:] = self.codes.observe(state.state, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player may know, in words."""
        text = json.dumps(self._view(state.state, player), separators=(",", ":"))
        if not self.recall:
            return text
        recalled = state.past.recall(player if self.private else None)
        return "\n".join([*filter(None, recalled), text])

    def _view(self, state: State, player: int) -> dict[str, Any]:
        """The view; of the private part, only what a spectator doesn't see so."""
        seen: dict[str, Any] = self.codes.game.view(state, player if self.private else None)
        if self.public:
            return seen
        open_part = self.codes.game.view(state, None)
        return {key: seen[key] for key in seen if seen[key] != open_part[key]}


def register(name: str) -> None:
    """Let OpenSpiel load a game; importing this module does it for all that are registered then."""
    # A class, since OpenSpiel lets go of it after Python has ended: nothing else survives that.
    made = type("Game", (SpielGame,), {"__init__": partialmethod(SpielGame.__init__, name)})
    pyspiel.register_game(game_type(GAMES[name]), made)


for _name in GAMES:
    register(_name)
