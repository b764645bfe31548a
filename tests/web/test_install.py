"""Installing the site as an app: the manifest, the icons, and the service worker, which caches only public pages."""

from __future__ import annotations

import json
import struct
from typing import Any

import httpx
import pytest

from courtly.web.install import cache_list
from tests.web.helpers import begin, page

PUBLIC_FOLDERS = ("/offline", "/learn/", "/rules/")


def cache_list_of(client: httpx.Client, lang: str = "en") -> dict[str, Any]:
    """Return the worker's cache list."""
    first = page(client, f"/worker.js?lang={lang}").partition("\n")[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const CACHE_LIST = ").rstrip(";"))
    return found


@pytest.mark.parametrize(("lang", "name"), [("en", "games of court intrigue"), ("fr", "jeux d’intrigues de cour")])
def test_the_manifest_names_the_site_in_the_language_of_the_page(client: httpx.Client, lang: str, name: str) -> None:
    client.headers["Accept-Language"] = lang
    address = page(client, "/").split('rel="manifest" href="')[1].split('"')[0]
    manifest = client.get(address)
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert name in manifest.json()["name"]
    assert manifest.json()["lang"] == lang


def test_each_icon_has_the_size_in_the_manifest(client: httpx.Client) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    drawn = {icon["sizes"]: client.get(icon["src"]).content for icon in icons if icon["type"] == "image/png"}
    assert {f"{'x'.join(map(str, struct.unpack('>II', png[16:24])))}" for png in drawn.values()} == set(drawn)
    assert {"192x192", "512x512"} == set(drawn)


def test_an_unsupported_language_has_no_manifest(client: httpx.Client) -> None:
    assert client.get("/manifest.webmanifest?lang=xx").status_code == 422


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_all_files_and_pages_in_the_workers_cache_list_exist(client: httpx.Client, lang: str) -> None:
    keeps = cache_list_of(client, lang)
    teaching_file = {
        f"/{what}/{name}" for what in ("learn", "rules") for name in ("courtisans", "cursed_court", "monarch")
    }
    assert teaching_file < set(keeps["pages"])
    for address in [*keeps["files"], *keeps["pages"]]:
        assert client.get(address).status_code == 200, address


def test_the_worker_caches_only_public_pages(client: httpx.Client, stranger: httpx.Client) -> None:
    begin(client)
    keeps = cache_list_of(client)
    assert all(address.startswith(PUBLIC_FOLDERS) for address in keeps["pages"])
    assert all(address.startswith("/static/") and "?v=" in address for address in keeps["files"])
    assert set(keeps["folders"]) == {"/learn/", "/rules/"}
    for address in keeps["pages"]:
        assert page(client, address) == page(stranger, address)


def test_each_build_and_each_language_has_its_own_cache_name() -> None:
    names = {cache_list(build, lang)["name"] for build in ("one", "two") for lang in ("en", "fr")}
    assert len(names) == 4
