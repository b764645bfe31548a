"""Read-only links to finished matches: making them, their pages, and the information that they must not reveal."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import httpx
import pytest

from courtly.engine.compile.rng import stream
from courtly.engine.contract.game import game_names
from courtly.engine.play.match import Match
from courtly.tables.fair_queue import Caller
from courtly.tables.store.rows import Aim
from courtly.tables.table_views import FinishedMatch
from courtly.text.languages import LANGUAGES
from courtly.text.locales import Locale
from courtly.web.errors import PicturesBusy
from courtly.web.pictures.drawing import SEATS, caption_of, picture
from courtly.web.pictures.painter import MAX_WAITING, PngConverter
from courtly.web.pictures.worker import painted
from courtly.web.render import render
from courtly.web.static_files import STATIC
from courtly.web.stepper import step_page
from tests.review.helpers import finished, quick_review
from tests.web.helpers import JSON, application, begin, page, page_of, play_to_the_end, serving, table_view_of, visitor

every_game = pytest.mark.parametrize("game", game_names())
PNG = b"\x89PNG\r\n\x1a\n"
ANN = Caller("192.0.2.1", "Ann")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[httpx.Client, httpx.Client, str]]:
    """A match that one person has played to its end: this person's client, another client, and the match's address."""
    database = tmp_path_factory.mktemp("sharing") / "tables.db"
    with serving(application(database)) as site, visitor(site) as client, visitor(site) as stranger:
        url = begin(client, players="2")
        play_to_the_end(client, url)
        yield client, stranger, f"{url}/matches/1"


def share(client: httpx.Client, match: str, **fields: str) -> str:
    """Make a link and return its path."""
    answer = client.post(f"{match}/share", data=fields, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    found = re.search(r'value="https?://[^/"]*(/shared/[a-z0-9]+)"', answer.text)
    assert found is not None
    return found[1]


def links_below(text: str, link: str) -> list[str]:
    """Return the addresses on a page, without the addresses that every page has."""
    everywhere = (
        "/static/",
        "/manifest",
        "/language",
        "/switches",
        "/theme",
        "/tables",
        "/me?",
        "/credits",
        "/rules",
        "/new",
        "/?game=",
        "#",
    )
    found = [unescape(one) for one in re.findall(r'(?:href|action|src)="([^"]*)"', text)]
    return [one for one in found if not one.startswith(everywhere) and one not in ("/", "")]


def test_a_link_shows_the_match_and_nothing_else_of_the_table(
    played: tuple[httpx.Client, httpx.Client, str],
) -> None:
    client, stranger, match = played
    table = match.split("/")[2]
    client.post(f"/tables/{table}/lines", data={"text": "a word among friends", "command": "talk-1"})
    link = share(client, match)
    for what in ("", "/moves/0", "/moves/5?seat=1", "/moves/5?seat=open", "/review"):
        answer = stranger.get(f"{link}{what}")
        assert answer.status_code == 200, what
        assert table not in answer.text
        assert "a word among friends" not in answer.text
        assert {one.split("?")[0].rpartition("/")[0] for one in links_below(answer.text, link)} <= {
            link,
            f"{link}/moves",
        }
    assert stranger.get(match).status_code == 404


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_player_can_share_the_match_and_its_deal_from_the_final_page(game: str, lang: str) -> None:
    main = page_of(finished(game), 0, lang).split("<main")[1].split("</main>")[0]
    assert main.count('href="/tables/table/matches/1/share"') == 1
    assert main.count('action="/tables/table/matches/1/deal"') == 1


@every_game
def test_a_spectator_cannot_share_from_the_final_page(game: str) -> None:
    text = page_of(finished(game), None)
    assert "/matches/1/share" not in text
    assert "/matches/1/deal" not in text


def test_a_link_to_a_move_keeps_its_perspective(
    played: tuple[httpx.Client, httpx.Client, str],
) -> None:
    client, stranger, match = played
    text = page(stranger, share(client, match, move="4", seat="1"))
    assert 'name="turn" type="range" min="0"' in text
    assert '/moves/4?seat=1"' in text
    assert re.search(r'<a href="[^"]*seat=1" aria-current="true"', text)


def test_a_link_without_names_shows_none(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, stranger, match = played
    names = re.findall(r'<span class="member"><strong>([^<]+)</strong>', page(client, f"{match}/moves/0"))
    assert len(names) == 2
    assert "Camille" in names
    link = share(client, match, names="off")
    for what in ("", "/moves/3", "/review"):
        text = page(stranger, f"{link}{what}")
        assert "Player 1" in text
        assert not [name for name in names if name in text]


def test_links_are_noindex_and_have_a_picture(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, stranger, match = played
    answer = stranger.get(share(client, match))
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"
    assert '<meta name="robots" content="noindex, nofollow">' in answer.text
    tags = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)"', answer.text))
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:title"].startswith("Courtisans: ")
    drawn = stranger.get(unescape(tags["og:image"]))
    assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
    assert drawn.headers["x-robots-tag"] == "noindex, nofollow"
    assert drawn.content.startswith(PNG)
    assert [int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20)] == [1200, 630]


def test_the_same_link_is_made_only_once(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, _, match = played
    assert share(client, match, move="2", seat="open") == share(client, match, move="2", seat="open")


def test_forged_and_withdrawn_links_get_equal_answers(
    played: tuple[httpx.Client, httpx.Client, str],
) -> None:
    client, stranger, match = played
    link = share(client, match, move="1", seat="0")
    code = link.rpartition("/")[2]
    assert stranger.post(f"{match}/share/withdraw", data={"code": code}).status_code == 404
    assert stranger.get(link).status_code == 200
    assert client.post(f"{match}/share/withdraw", data={"code": code}).status_code == 303
    for what in ("", "/moves/0", "/review", "/picture.png"):
        answers = [stranger.get(f"/shared/{one}{what}", headers=JSON) for one in (code, "x" * 16, "é", "z" * 400)]
        assert {(answer.status_code, answer.text) for answer in answers} == {(404, answers[0].text)}
        assert answers[0].json()["error"]["code"] == "no-such-share"
    assert share(client, match, move="1", seat="0") != link


def test_only_people_at_the_table_can_share_a_match(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    _, stranger, match = played
    assert stranger.get(f"{match}/share").status_code == 404
    assert stranger.post(f"{match}/share", data={}).status_code == 404


def test_a_running_match_cannot_be_shared(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    """A running match may be the first of its table, or a rematch at a table whose first match is shared."""
    client, stranger, _ = played
    running = begin(client, players="2")
    for fields in ({}, {"move": "0", "seat": "0"}, {"move": "0", "seat": "open"}):
        answer = client.post(f"{running}/matches/1/share", data=fields, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-over")
    assert client.get(f"{running}/matches/1/share").status_code == 409
    play_to_the_end(client, running)
    link = share(client, f"{running}/matches/1")
    before = still(stranger, link)
    client.post(f"{running}/acts", data={"act": "again", "command": "again-1"})
    page(client, running)
    assert client.post(f"{running}/matches/2/share", data={}, headers=JSON).status_code in (404, 409)
    assert still(stranger, link) == before


def still(client: httpx.Client, link: str) -> list[bytes]:
    """Return the pages and the picture of a link, without the random command ids."""
    texts = [page(client, f"{link}{what}") for what in ("", "/moves/0?seat=0", "/moves/0?seat=open")]
    plain = [re.sub(r'(name="command"[^>]*value=)"[^"]*"', r"\1", text).encode() for text in texts]
    return [*plain, client.get(f"{link}/picture.png").content]


def test_a_nonexistent_move_cannot_be_shared(played: tuple[httpx.Client, httpx.Client, str]) -> None:
    client, _, match = played
    answer = client.post(f"{match}/share", data={"move": "9999", "seat": "open"}, headers=JSON)
    assert answer.json()["error"]["code"] == "bad-moment"


def test_after_too_many_wrong_links_a_right_one_is_rejected_too() -> None:
    app = application(":memory:", max_guesses=2)
    with serving(app) as site, visitor(site) as client, visitor(site) as other:
        url = begin(client, players="2")
        play_to_the_end(client, url)
        link = share(client, f"{url}/matches/1")
        assert [other.get(f"/shared/{sign * 16}").status_code for sign in "bcd"] == [404, 404, 429]
        assert other.get(link).status_code == other.get(f"{link}/picture.png").status_code == 429


def finished_match_of(match: Match, names: tuple[str, ...] = ()) -> FinishedMatch:
    table_view = table_view_of(match, None)
    assert table_view.match is not None
    seats = [replace(seat, name=name) for seat, name in zip(table_view.match.seats, names, strict=False)]
    return FinishedMatch(
        replace(table_view, match=replace(table_view.match, seats=seats or table_view.match.seats)), match, code="code"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@every_game
def test_pictures_have_scores_curves_and_captions(game: str, lang: str) -> None:
    match = finished(game)
    whole = picture(finished_match_of(match), Aim("t", 1), quick_review(game), lang)
    assert all(str(score).replace("-", "−") in whole for score in match.scores())
    assert whole.count("<polyline") == match.players
    for move in (0, match.version // 2):
        for eyes in (0, None):
            aim = Aim("t", 1, move, eyes)
            assert picture(finished_match_of(match), aim, None, lang).count("<g transform") == match.players
            assert caption_of(finished_match_of(match), aim, lang).title


@every_game
def test_a_link_from_a_seats_perspective_reveals_nothing_hidden_then(game: str) -> None:
    """In twin worlds, which differ only in facts hidden from the seat, pages are equal. Reviews are not compared."""
    match = finished(game)
    move = match.version // 2
    here = match.at(move)
    drawn, hidden = set(), set()
    for n in range(4):
        twin = here.imagined(0, stream(5, n)) if n else here
        hidden.add(twin._states[0].tobytes())
        finished_match = finished_match_of(match_at(match, twin, move))
        aim = Aim("t", 1, move, 0)
        drawn.add(
            (
                picture(finished_match, aim, quick_review(game), "en"),
                caption_of(finished_match, aim, "en"),
                step_of(finished_match, move),
            )
        )
    assert len(drawn) == 1
    assert len(hidden) > 1


def step_of(finished_match: FinishedMatch, move: int) -> str:
    """Return the page of a move from the perspective of seat 0, without its random command id."""
    page = step_page(finished_match, move, 0, Locale("en"), ())
    text = bytes(render(page.template, page, Locale("en", domain=finished_match.match.game)).body).decode()
    return re.sub(r'(name="command"[^>]*value=)"[^"]*"', r"\1", text)


def match_at(match: Match, here: Match, move: int) -> Match:
    """Return a copy of a match; after this number of moves, it returns the position `here`."""

    class MatchAt(Match):
        def at(self, version: int) -> Match:
            return here if version == move else super().at(version)

    again = match.copy()
    again.__class__ = MatchAt
    return again


@pytest.mark.parametrize("move", [None, 20])
def test_a_picture_has_long_names_in_full(move: int | None) -> None:
    names = ("Anne Charlotte Lorraines", "Maximilianmaximiliansson")
    drawn = picture(finished_match_of(finished("courtisans"), names), Aim("t", 1, move, None), None, "fr")
    assert all(f">{name}<" in drawn for name in names)
    assert move is not None or "…" not in drawn


@pytest.mark.parametrize("name", ["W" * 24, "🦊" * 24, "👩\u200d👩\u200d👧\u200d👦" * 6])
def test_a_picture_truncates_a_name_of_wide_letters(name: str) -> None:
    drawn = picture(finished_match_of(finished("courtisans"), (name, "Bo")), Aim("t", 1, 20, None), None, "en")
    cut = re.findall(rf'font-size="23"[^>]*>({name[0]}[^<]*…)<', drawn)
    assert [0 < len(one) < len(name) for one in cut] == [True]
    assert not cut[0].endswith("\u200d…")
    assert "Bo" in drawn


def test_names_are_escaped_in_a_picture() -> None:
    match = finished("courtisans")
    drawn = picture(finished_match_of(match, ('<a href="x">&', "Ольга")), Aim("t", 1), None, "en")
    assert "&lt;a href=&#34;x&#34;&gt;&amp;" in drawn
    assert painted(drawn).startswith(PNG)


def test_pictures_have_the_colours_of_the_pages() -> None:
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    assert dict(re.findall(r"\.c-(\w+) { --seat: (#\w+); }", tokens)) == SEATS


@pytest.mark.anyio
async def test_pictures_are_cached_by_content_within_a_limit() -> None:
    """A new picture evicts the picture that has not been used for the longest time."""
    texts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>{n}</text></svg>' for n in range(3)]
    painter = PngConverter(kept=0)
    first = await painter.paint(texts[0], ANN)
    assert painter.size == 0
    painter = PngConverter(kept=2 * len(first))
    assert await painter.paint(texts[0], ANN) == await painter.paint(texts[0], ANN) == first
    for text in texts:
        await painter.paint(text, ANN)
    assert 0 < painter.size <= 2 * len(first)


@pytest.mark.anyio
async def test_a_full_picture_queue_rejects_only_the_persons_who_fill_it() -> None:
    painter = PngConverter()
    texts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="n{n}"/></svg>' for n in range(12)]
    callers = [*(Caller("x", str(n)) for n in range(10)), *(Caller("ann", "ann") for _ in range(2))]
    answers = await asyncio.gather(*map(painter.paint, texts, callers), return_exceptions=True)
    refused = [n for n, answer in enumerate(answers) if isinstance(answer, PicturesBusy)]
    assert len(refused) == len(texts) - MAX_WAITING - 1
    assert max(refused) < 10
    assert all(answer.startswith(PNG) for answer in answers if isinstance(answer, bytes))


@pytest.mark.anyio
async def test_an_invalid_picture_is_rejected_and_the_next_is_converted() -> None:
    painter = PngConverter()
    with pytest.raises(PicturesBusy):
        await painter.paint("no picture", ANN)
    drawn = await painter.paint('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', ANN)
    assert drawn.startswith(PNG)
