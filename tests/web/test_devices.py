"""The pages offer notifications, list the viewer's devices, and set quiet hours."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from tests.web.helpers import application, begin, page, serving, visitor
from tests.web.push_devices import FRIEND, WITH_DAYS, subscription
from tests.web.table_forms import sit_down

OFFER = 'id="notify-offer"'


def add_device(client: httpx.Client, endpoint: str = "https://push.invalid/1", **fields: str) -> str:
    """Add a device of the client's guest, and return its id."""
    answer = client.post("/api/me/devices", json=subscription(endpoint, **fields))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def devices(client: httpx.Client) -> list[dict[str, object]]:
    """Return the devices of the client's guest."""
    found: list[dict[str, object]] = client.get("/api/me/devices").json()["devices"]
    return found


def chosen(text: str, name: str) -> str:
    """Return the words of the chosen option of a select."""
    options = text.split(f'<select id="{name}"')[1].split("</select>", maxsplit=1)[0]
    found = re.search(r"<option[^>]* selected>([^<]*)<", options)
    assert found is not None
    return unescape(found[1]).replace("\N{NARROW NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("path", ["/", "/tables"])
def test_a_player_who_waits_for_other_people_is_offered_notifications(client: httpx.Client, path: str) -> None:
    assert OFFER not in page(client, path)
    begin(client)
    assert OFFER not in page(client, path)
    begin(client, **FRIEND)
    assert OFFER in page(client, path)


def test_a_waiting_room_offers_notifications_to_players_with_days_for_each_move(
    client: httpx.Client, stranger: httpx.Client
) -> None:
    assert OFFER not in page(client, begin(client, **FRIEND))
    url = begin(client, **WITH_DAYS, listed="true")
    assert OFFER in page(client, url)
    assert OFFER not in page(stranger, url)
    sit_down(client, stranger, url)
    assert OFFER in page(stranger, url)


def test_a_server_without_notifications_offers_none(tmp_path: Path) -> None:
    with serving(application(tmp_path / "courtly.db", notifications=False)) as site, visitor(site) as client:
        url = begin(client, **WITH_DAYS)
        for path in ("/", "/tables", "/me", url):
            assert OFFER not in page(client, path), path
        assert client.post("/me/devices", data={"act": "remove", "device": "x"}).status_code == 303


def test_the_offer_is_hidden_without_script(client: httpx.Client) -> None:
    begin(client, **FRIEND)
    found = re.search(rf"<section[^>]*{OFFER}[^>]*>", page(client, "/tables"))
    assert found is not None
    assert " hidden" in found[0]


def test_a_new_visitor_has_no_settings_of_notifications(client: httpx.Client) -> None:
    assert 'id="notifications"' not in page(client, "/me")


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("Get a notification on this device when it is your turn?", "Notify me", "Not now", "Turn off")),
        (
            "fr",
            (
                "Recevoir une notification sur cet appareil quand c’est à vous\N{NARROW NO-BREAK SPACE}?",
                "Me prévenir",
                "Pas maintenant",
                "Désactiver",
            ),
        ),
        (
            "de",
            (
                "Auf diesem Gerät eine Mitteilung erhalten, wenn du am Zug bist?",
                "Melden",
                "Nicht jetzt",
                "Ausschalten",
            ),
        ),
    ],
)
def test_the_offer_is_in_the_language_of_the_page(client: httpx.Client, lang: str, words: tuple[str, ...]) -> None:
    client.headers["Accept-Language"] = lang
    begin(client, **FRIEND)
    text = unescape(page(client, "/tables"))
    assert [each for each in words if each not in text] == []


def test_a_player_sees_and_removes_devices(client: httpx.Client, stranger: httpx.Client) -> None:
    begin(client)
    add_device(client)
    second = add_device(client, "https://push.invalid/2", lang="fr")
    begin(stranger)
    text = page(client, "/me?back=/tables")
    listed = text.split('class="devices"')[1].split("</ul>")[0]
    assert [word for word in ("English", "Français", "added just now") if word not in listed] == []
    assert "push.invalid" not in text
    assert 'class="devices"' not in page(stranger, "/me")
    stranger.post("/me/devices", data={"act": "remove", "device": second})
    assert len(devices(client)) == 2
    answer = client.post("/me/devices", data={"act": "remove", "device": second, "here": "/tables"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/me?back=%2Ftables#notifications")
    assert [each["lang"] for each in devices(client)] == ["en"]


def test_quiet_hours_are_set_and_switched_off(client: httpx.Client) -> None:
    begin(client)
    add_device(client)
    text = page(client, "/me")
    assert (chosen(text, "start"), chosen(text, "end")) == ("No quiet hours", "8:00 AM")
    client.post("/me/devices", data={"act": "quiet", "start": str(23 * 60), "end": str(7 * 60)})
    assert devices(client)[0]["quiet"] == ["23:00", "07:00"]
    text = page(client, "/me")
    assert (chosen(text, "start"), chosen(text, "end")) == ("11:00 PM", "7:00 AM")
    client.post("/me/devices", data={"act": "quiet", "start": "", "end": str(7 * 60)})
    assert devices(client)[0]["quiet"] is None


def test_quiet_hours_of_a_whole_day_are_refused(client: httpx.Client) -> None:
    begin(client)
    add_device(client)
    answer = client.post("/me/devices", data={"act": "quiet", "start": "480", "end": "480"})
    assert 400 <= answer.status_code < 500
    assert devices(client)[0]["quiet"] is None


def test_the_settings_stay_on_the_page_of_a_recovery_link(client: httpx.Client) -> None:
    begin(client)
    add_device(client)
    assert 'class="devices"' in client.post("/me/recovery", data={"act": "make"}).text
