"""What a browser needs to install the site: a manifest, icons, and a worker that keeps what all may see and no more."""

from __future__ import annotations

import json
import struct
from typing import Any

import httpx
import pytest

from courtly.web.install import kept
from tests.web.helpers import begin, page

EVERYBODYS = ("/offline", "/learn/", "/rules/")


def told(client: httpx.Client, lang: str = "en") -> dict[str, Any]:
    """Return what the worker is told to keep."""
    first = page(client, f"/worker.js?lang={lang}").partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const KEPT = ").rstrip(";"))
    return found


@pytest.mark.parametrize(("lang", "name"), [("en", "games of court intrigue"), ("fr", "jeux d’intrigues de cour")])
def test_the_manifest_names_the_site_in_the_language_of_the_page(client: httpx.Client, lang: str, name: str) -> None:
    client.headers["Accept-Language"] = lang
    address = page(client, "/").split('rel="manifest" href="')[1].split('"')[0]
    manifest = client.get(address)
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert name in manifest.json()["name"]
    assert manifest.json()["lang"] == lang


def test_each_icon_of_the_manifest_has_the_size_that_it_says(client: httpx.Client) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    drawn = {icon["sizes"]: client.get(icon["src"]).content for icon in icons if icon["type"] == "image/png"}
    assert {f"{'x'.join(map(str, struct.unpack('>II', png[16:24])))}" for png in drawn.values()} == set(drawn)
    assert {"192x192", "512x512"} == set(drawn)


def test_a_language_that_is_not_ours_has_no_manifest(client: httpx.Client) -> None:
    assert client.get("/manifest.webmanifest?lang=xx").status_code == 422


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_everything_that_the_worker_keeps_is_there_and_for_all(client: httpx.Client, lang: str) -> None:
    keeps = told(client, lang)
    taught = {f"/{what}/{name}" for what in ("learn", "rules") for name in ("courtisans", "cursed_court", "monarch")}
    assert taught < set(keeps["pages"])
    for address in [*keeps["files"], *keeps["pages"]]:
        assert client.get(address).status_code == 200, address


def test_the_worker_keeps_no_table_and_nothing_that_one_may_see_and_another_may_not(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    begin(client)
    keeps = told(client)
    assert all(address.startswith(EVERYBODYS) for address in keeps["pages"])
    assert all(address.startswith("/static/") and "?v=" in address for address in keeps["files"])
    assert set(keeps["folders"]) == {"/learn/", "/rules/"}
    for address in keeps["pages"]:
        assert page(client, address) == page(stranger, address)


def test_another_build_or_language_is_kept_under_another_name() -> None:
    names = {kept(build, lang)["name"] for build in ("one", "two") for lang in ("en", "fr")}
    assert len(names) == 4
