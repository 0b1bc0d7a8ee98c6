"""What players read, one catalogue a language; imports nothing of ours.

A catalogue is flat JSON. Its sentences hold placeholders:

    {count}                   a fact: a number, a term, a player's name, a list
    {count:person|people}     the form of a word that goes with the number
    {place@to}                a term in a grammatical form of its own, if the language has one;
                              among amounts, a form that shows {count} stands without a number
"""

from cradle.i18n import catalogue, clauses as books, sentences
from cradle.i18n.catalogue import LANGUAGES, has, label, language, say, take_from
from cradle.i18n.clauses import Clause, chapters, clause, clauses
from cradle.i18n.sentences import player, prompt, tell, term, title, why

__all__ = [
    "LANGUAGES",
    "Clause",
    "chapters",
    "clause",
    "clauses",
    "forget",
    "has",
    "label",
    "language",
    "player",
    "prompt",
    "say",
    "take_from",
    "tell",
    "term",
    "title",
    "why",
]


def forget() -> None:
    """Read everything again when it is next needed: packages with texts came or went."""
    for read in (catalogue.catalogue, catalogue.text, catalogue.cases, catalogue.topics):
        read.cache_clear()
    sentences.find_term.cache_clear()
    books.book.cache_clear()
