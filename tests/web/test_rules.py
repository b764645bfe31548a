"""The page of the rules, and links to it from errors, signs, cards and the rules drawer of every table."""

from __future__ import annotations

import json
import re

import httpx
import pytest

from courtly.teaching.rules import clause_anchors, rules_of
from courtly.text.languages import LANGUAGES
from tests.teaching.helpers import TAUGHT
from tests.web.helpers import begin, hidden, page

every_game = pytest.mark.parametrize("game", TAUGHT)
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@every_game
@every_language
def test_the_page_has_every_paragraph_and_an_id_for_every_clause(client: httpx.Client, game: str, lang: str) -> None:
    client.headers["Accept-Language"] = lang
    text = page(client, f"/rules/{game}")
    rules = rules_of(game, lang)
    assert all(block.html in text for block in rules.blocks())
    assert sorted(re.findall(r'id="rule-([\d.]+)"', text)) == sorted(clause_anchors(game, lang))


@every_game
def test_pictures_are_rendered_with_the_templates_of_the_table(client: httpx.Client, game: str) -> None:
    text = page(client, f"/rules/{game}")
    pictures = re.findall(r'<template shadowrootmode="open">(.*?)</template>', text, re.DOTALL)
    assert len(pictures) == sum(block.kind == "figure" for block in rules_of(game, "en").blocks())
    assert all(len(picture) > 2000 and "<script" not in picture for picture in pictures)


@every_game
@every_language
def test_all_links_to_rules_on_a_table_lead_to_paragraphs_of_the_rules(
    client: httpx.Client, game: str, lang: str
) -> None:
    client.headers["Accept-Language"] = lang
    text = page(client, begin(client, game=game, players="3"))
    linked = set(re.findall(rf'href="/rules/{game}#rule-([\d.]+)"', text))
    assert linked
    assert linked <= set(clause_anchors(game, lang))


def test_the_rules_page_gives_scripts_the_rule_behind_each_error_message(client: httpx.Client) -> None:
    found = re.search(r'id="refusal-rules"[^>]*>(.*?)</script>', page(client, "/rules/courtisans"), re.DOTALL)
    assert found
    assert json.loads(found[1])["that card is not in your hand"] == "rule-3.2"


def test_an_error_page_links_to_its_rule(client: httpx.Client) -> None:
    url = begin(client)
    text = page(client, url)
    held = re.findall(r'name="piece"[^>]*value="play ([a-z.]+)"', text)
    other = next(card for card in ("carp.noble", "hare.noble", "stag.noble", "toad.noble") if card not in held)
    answer = client.post(f"{url}/acts", data={**hidden(text), "move": f"play {other} above"})
    assert answer.status_code == 422
    assert 'href="/rules/courtisans#rule-3.2"' in answer.text


@every_game
def test_the_introduction_links_to_the_lesson_and_the_rules(client: httpx.Client, game: str) -> None:
    text = page(client, f"/learn/{game}")
    assert f'href="/learn/{game}/1"' in text
    assert f'href="/rules/{game}"' in text
    assert text.count(f'href="/learn/{game}/') == 11
