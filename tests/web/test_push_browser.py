"""Notifications in a real browser: what the service worker shows, and how a device is subscribed.

The headless browser neither shows notifications nor reaches a push service. The tests replace exactly these two calls.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker

from tests.web.browser import WAIT_FOR_SERVICE_WORKER, WITH_SERVICE_WORKER, begin, browsing

pytestmark = pytest.mark.browser

RECORD = """() => {
  self.seen = [];
  const { prototype } = ServiceWorkerRegistration;
  prototype.showNotification = async (title, options) => self.seen.push({ title, ...options });
}"""
NEXT_SEEN = """async () => {
  while (!self.seen.length) await new Promise((go) => setTimeout(go, 20));
  return self.seen.shift();
}"""
CLICK = """async (url) => {
  self.opened = [];
  self.clients.openWindow = async (url) => self.opened.push(["opened", url]);
  WindowClient.prototype.focus = async function () { self.opened.push(["focused", new URL(this.url).pathname]); };
  const notification = { close: () => self.opened.push(["closed", ""]), data: { url } };
  const waits = [];
  const event = Object.assign(new Event("notificationclick"), { notification, waitUntil: (wait) => waits.push(wait) });
  self.dispatchEvent(event);
  await Promise.all(waits);
  return self.opened;
}"""

TURN = {
    "id": "1",
    "title": "Courtly",
    "body": "It is your turn in Monarch with Odile.",
    "url": "/tables/abc",
    "tag": "courtly-turn",
}


class Device:
    """A page, and its service worker, which records its notifications."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        self.worker: Worker = page.context.service_workers[0]
        self.worker.evaluate(RECORD)
        self._session = page.context.new_cdp_session(page)
        registrations: list[dict[str, Any]] = []
        self._session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
        )
        self._session.send("ServiceWorker.enable")
        while not registrations:
            page.wait_for_timeout(20)
        self._registration = registrations[0]["registrationId"]

    def push(self, data: str) -> dict[str, Any]:
        """Deliver a push message, and return the notification that the worker shows."""
        where = {"origin": "/".join(self.page.url.split("/")[:3]), "registrationId": self._registration}
        self._session.send("ServiceWorker.deliverPushMessage", {**where, "data": data})
        shown: dict[str, Any] = self.worker.evaluate(NEXT_SEEN)
        return shown


@pytest.fixture
def device(chromium: Browser, site: str) -> Iterator[Device]:
    """A device with an active service worker."""
    with browsing(chromium, site, **WITH_SERVICE_WORKER) as page:
        yield Device(page)


def is_alert(notification: dict[str, Any]) -> bool:
    """Return whether a notification makes a sound; a browser rejects a silent one with `renotify`."""
    assert notification["renotify"] != notification["silent"]
    return bool(notification["renotify"])


def test_the_worker_shows_the_notification_of_a_turn(device: Device) -> None:
    shown = device.push(json.dumps(TURN))
    assert (shown["title"], shown["body"], shown["tag"]) == ("Courtly", TURN["body"], "courtly-turn")
    assert shown["data"] == {"url": "/tables/abc"}
    assert is_alert(shown)
    for picture in (shown["icon"], shown["badge"]):
        assert device.page.request.get(picture).ok


def test_a_notification_that_arrives_twice_alerts_once(device: Device) -> None:
    assert is_alert(device.push(json.dumps(TURN)))
    assert not is_alert(device.push(json.dumps(TURN)))
    assert is_alert(device.push(json.dumps({**TURN, "id": "2"})))


def test_a_device_remembers_a_limited_number_of_notifications(device: Device) -> None:
    device.worker.evaluate(
        """async () => (await caches.open("device")).put("/shown",
          new Response(JSON.stringify([...Array(50).keys()].map((each) => `old-${each}`))))"""
    )
    assert not is_alert(device.push(json.dumps({**TURN, "id": "old-0"})))
    device.push(json.dumps(TURN))
    shown = device.worker.evaluate("async () => (await (await caches.open('device')).match('/shown')).json()")
    assert (len(shown), shown[-2:]) == (50, ["old-0", "1"])


def test_a_table_that_is_visible_needs_no_alert(device: Device) -> None:
    begin(device.page)
    path = "/" + device.page.url.split("/", 3)[3]
    assert not is_alert(device.push(json.dumps({**TURN, "url": path})))
    assert is_alert(device.push(json.dumps({**TURN, "id": "2"})))


@pytest.mark.parametrize("data", ["", "{", "null", "[]", '{"title": 1}', json.dumps({**TURN, "url": "//elsewhere"})])
def test_a_malformed_message_leads_silently_to_the_tables(device: Device, data: str) -> None:
    shown = device.push(data)
    assert (shown["title"], shown["body"], shown["data"]) == ("Courtly", "", {"url": "/tables"})
    assert not is_alert(shown)
    assert shown["tag"] != TURN["tag"]


def test_a_click_opens_the_table_or_its_window(device: Device) -> None:
    assert device.worker.evaluate(CLICK, "/tables/abc") == [["closed", ""], ["opened", "/tables/abc"]]
    assert device.worker.evaluate(CLICK, "/new") == [["closed", ""], ["focused", "/new"]]
