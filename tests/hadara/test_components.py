"""H-S13, H-S14: the components, and folders of corrected ones."""

import pickle
from importlib.resources import files
from pathlib import Path

import pytest

from cradle.hadara import (
    GAME,
    STANDARD,
    BadComponents,
    card_facts,
    component_facts,
    read_components,
)
from cradle.hadara.component_checks import MOST_BYTES
from cradle.hadara.facts import printed
from cradle.hadara.names import CARDS, EFFECTS
from tests.hadara.positions import card, game

DATA = files("cradle.hadara") / "data"


def corrected(folder: Path, file: str, *changes: tuple[str, str]) -> str:
    """A folder with one standard table in which texts are replaced."""
    text = (DATA / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")
    return str(folder)


def refused(folder: Path | str) -> str:
    """The one line in which a folder is refused."""
    with pytest.raises(BadComponents) as error:
        read_components(str(folder))
    line = str(error.value)
    assert "\n" not in line
    return line


@pytest.mark.rule("H-S13")
def test_a_folder_is_laid_over_the_standard_tables(tmp_path: Path) -> None:
    row = "yellow-1-01,1,yellow,1,1,0,0,0,1,,0,reported"
    folder = corrected(tmp_path, "cards.csv", (row, "yellow-1-01,1,yellow,7,3,0,0,0,1,,0,seen"))
    components = read_components(folder)
    assert components.cost[0] == 7
    assert components.steps[0] == (3, 0, 0, 0)
    assert components.cost[1:] == STANDARD.cost[1:]
    assert components.silver == STANDARD.silver
    assert components.hash != STANDARD.hash
    s = game(2, components)
    assert s.components is components
    assert s.copy().components is components


@pytest.mark.rule("H-S13")
def test_the_hash_is_that_of_the_numbers(tmp_path: Path) -> None:
    rows = (DATA / "cards.csv").read_text(encoding="utf-8").splitlines()
    shuffled = [rows[0], *reversed(rows[1:]), "", ""]
    text = "\ufeff" + "\r\n".join(shuffled).replace("reported", "seen")
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("not a table")
    assert read_components(str(tmp_path)).hash == STANDARD.hash
    assert len(STANDARD.hash) == 64


def test_the_numbers_are_given_to_clients() -> None:
    facts = card_facts(STANDARD)
    assert [row["id"] for row in facts] == list(CARDS)
    assert facts[card("blue-1-10")]["cost"] == 3
    components = component_facts(STANDARD)
    assert components["hash"] == STANDARD.hash
    assert components["setup"][3] | {"id": "setup-2", "side": "B"} == components["setup"][3]
    assert printed(STANDARD)["statues"][3]["requirement"] == "30"
    assert GAME.rows(STANDARD)["cards"][0]["provenance"] == "reported"


def test_every_effect_is_on_one_card() -> None:
    assert sorted(filter(None, STANDARD.effect)) == [1 << bit for bit in range(len(EFFECTS))]


RED = "red-1-01,1,red,1,"
FIRST_ROW = "yellow-1-01,1,yellow,1,1,0,0,0,1,,0,reported\n"
BAD_CARDS = [
    (RED, "red-1-01,1,red,-1,", "row 32: cost must be a whole number from 0"),
    (RED, "red-1-01,1,red,1.5,", "row 32: cost must be a whole number from 0"),
    (RED, "red-1-01,1,red,²,", "row 32: cost must be a whole number from 0"),
    (RED, "red-1-01,1,red,1000,", "row 32: cost must be at most 999"),
    (RED, "red-1-01,1,red,", "row 32: must have 12 cells, not 11"),
    (RED, "red-1-11,1,red,1,", "row 32: unknown id 'red-1-11'"),
    (RED, "red-1-01,1,blue,1,", "row 32: colour must be red"),
    (RED, "red-1-01,2,red,1,", "row 32: epoch must be 1"),
    ("red-1-02,1", "red-1-01,1", "row 33: id red-1-01 stands twice"),
    ("0,3,,0,rep", "0,3,,1,rep", "only purple cards have a star"),
    ("0,3,,0,rep", "0,3,,2,rep", "star must be 0 or 1"),
    ("0,3,,0,rep", "0,3,sell_bonus,0,rep", "only purple cards have an effect"),
    (",sell_bonus,", ",sell_malus,", "row 130: unknown effect 'sell_malus'"),
    (",bonus_tile,", ",sell_bonus,", "row 131: effect sell_bonus stands twice"),
    (",set_joker,", ",,", "cards.csv: no card has the effect set_joker"),
    ("bonus_tile,0", "bonus_tile,1", "must have 10 purple cards without a star, not 9"),
    (FIRST_ROW, "", "must have 162 rows, not 161"),
    ("id,epoch", "id,era", "row 1: the header must be id,epoch,colour"),
    ("reported", "x" * 201, "row 2: provenance must be at most 200 printable"),
    ("reported", '"seen\x07"', "row 2: provenance must be at most 200 printable"),
    ("reported", '"seen', "cards.csv, row"),
    ("reported", '"se"en', "cards.csv, row 2: "),
]
SECOND_SETUP = "2,A,8,2,1,3,4,rulebook\n2,B"
BAD_OTHERS = [
    ("colonies.csv", "colony-3-1,", "colony-4-1,", "row 2: unknown id 'colony-4-1'"),
    ("colonies.csv", "colony-3-2,3,3", "colony-3-2,3,4", "row 3: requirement, plunder, integrate"),
    ("colonies.csv", "1,1,0,2,reported", "1,1,0,1,reported", "must not be below points_front"),
    ("statues.csv", "12,3", "6,3", "row 3: requirement must be above the row before"),
    ("medals.csv", "2,6", "3,6", "row 3: epoch must be 2"),
    ("sales.csv", "1,2", "2,2", "row 2: epoch must be 1"),
    ("setup.csv", "1,B", "1,A", "row 3: side must be B"),
    ("setup.csv", "1,B", "2,B", "row 3: initiative must be equal on both sides"),
    ("setup.csv", SECOND_SETUP, SECOND_SETUP.replace("2,A,8", "1,A,8"), "row 4: initiative 1"),
]


@pytest.mark.rule("H-S14")
@pytest.mark.parametrize(
    ("file", "old", "new", "reason"), [*(("cards.csv", *bad) for bad in BAD_CARDS), *BAD_OTHERS]
)
def test_a_bad_table_is_refused_by_file_row_and_reason(
    tmp_path: Path, file: str, old: str, new: str, reason: str
) -> None:
    line = refused(corrected(tmp_path, file, (old, new)))
    assert line.startswith(file)
    assert reason in line


@pytest.mark.rule("H-S14")
def test_levels_must_differ(tmp_path: Path) -> None:
    text = (DATA / "colonies.csv").read_text(encoding="utf-8")
    for tile in "12345":
        text = text.replace(f"colony-9-{tile},9", f"colony-9-{tile},3")
    (tmp_path / "colonies.csv").write_text(text, encoding="utf-8")
    assert refused(tmp_path) == "colonies.csv: must have 5 requirements with 5 colonies each"


@pytest.mark.rule("H-S14")
def test_more_than_ten_purple_cards_may_have_no_star(tmp_path: Path) -> None:
    folder = corrected(tmp_path, "cards.csv", ("colour_step:red,1", "colour_step:red,0"))
    components = read_components(folder)
    assert components.plain_pools[4].bit_count() == 11


@pytest.mark.rule("H-S14")
def test_a_folder_that_is_none(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere").endswith("is no folder")
    assert refused("a\0b").endswith("is no folder")
    assert "holds none of cards.csv" in refused(tmp_path)
    (tmp_path / "card.csv").write_text("")
    assert refused(tmp_path).startswith("'card.csv' is none of cards.csv")


@pytest.mark.rule("H-S14")
def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").mkdir()
    assert refused(tmp_path) == "cards.csv: not a file"
    (tmp_path / "cards.csv").rmdir()
    (tmp_path / "cards.csv").write_bytes(b"id,epoch\n\xff\xfe")
    assert refused(tmp_path) == "cards.csv, row 2: not UTF-8 text"
    (tmp_path / "cards.csv").write_bytes(b"")
    assert "row 1: the header must be" in refused(tmp_path)
    (tmp_path / "cards.csv").write_bytes(b"x" * (MOST_BYTES + 1))
    assert refused(tmp_path) == f"cards.csv: must not be larger than {MOST_BYTES} bytes"


@pytest.mark.rule("H-S14")
def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corrected(tmp_path, "sales.csv")

    def locked(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", locked)
    assert refused(tmp_path) == "sales.csv: Permission denied"


def test_components_travel_between_processes_by_their_rows() -> None:
    again = pickle.loads(pickle.dumps(STANDARD))
    assert again.rows == STANDARD.rows
    assert again.hash == STANDARD.hash
