"""Notifications in a real browser: what the service worker shows, and how a device is subscribed.

The headless browser neither shows notifications nor reaches a push service. The tests replace exactly these two calls.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from tests.web.browser import (
    PHONE,
    WAIT_FOR_SERVICE_WORKER,
    WITH_SERVICE_WORKER,
    begin,
    browsing,
    loaded,
    overflow,
    violations,
)
from tests.web.helpers import NEW_MATCH
from tests.web.push_devices import PERMISSION, SUBSCRIPTIONS, WITH_DAYS

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
    "turns": ["1"],
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
    assert is_alert(device.push(json.dumps({**TURN, "turns": ["2"]})))


def test_a_message_alerts_if_one_of_its_turns_is_new(device: Device) -> None:
    assert is_alert(device.push(json.dumps({**TURN, "turns": ["1", "2"]})))
    assert not is_alert(device.push(json.dumps({**TURN, "turns": ["2"]})))
    assert is_alert(device.push(json.dumps({**TURN, "turns": ["2", "3"]})))


def test_a_device_remembers_a_limited_number_of_notifications(device: Device) -> None:
    device.worker.evaluate(
        """async () => (await caches.open("device")).put("/shown",
          new Response(JSON.stringify([...Array(200).keys()].map((each) => `old-${each}`))))"""
    )
    assert not is_alert(device.push(json.dumps({**TURN, "turns": ["old-0"]})))
    device.push(json.dumps(TURN))
    shown = device.worker.evaluate("async () => (await (await caches.open('device')).match('/shown')).json()")
    assert (len(shown), shown[-2:]) == (200, ["old-0", "1"])


def test_a_table_that_is_visible_needs_no_alert(device: Device) -> None:
    begin(device.page)
    path = "/" + device.page.url.split("/", 3)[3]
    assert not is_alert(device.push(json.dumps({**TURN, "url": path})))
    assert is_alert(device.push(json.dumps({**TURN, "turns": ["2"]})))


@pytest.mark.parametrize("data", ["", "{", "null", "[]", '{"title": 1}', json.dumps({**TURN, "url": "//elsewhere"})])
def test_a_malformed_message_leads_silently_to_the_tables(device: Device, data: str) -> None:
    shown = device.push(data)
    assert (shown["title"], shown["body"], shown["data"]) == ("Courtly", "", {"url": "/tables"})
    assert not is_alert(shown)
    assert shown["tag"] != TURN["tag"]


def test_a_click_opens_the_table_or_its_window(device: Device) -> None:
    assert device.worker.evaluate(CLICK, "/tables/abc") == [["closed", ""], ["opened", "/tables/abc"]]
    assert device.worker.evaluate(CLICK, "/new") == [["closed", ""], ["focused", "/new"]]


@contextmanager
def asking(chromium: Browser, site: str, **settings: Any) -> Iterator[Page]:
    """Show the waiting room of a table with days for each move, in a browser that can be subscribed."""
    with browsing(chromium, site, **WITH_SERVICE_WORKER, **settings) as page:
        page.add_init_script(SUBSCRIPTIONS + PERMISSION)
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        page.request.post("/tables", form={**NEW_MATCH, **WITH_DAYS})
        page.goto("/tables")
        page.goto(page.locator(".matches a").first.get_attribute("href") or "")
        yield page


def devices(page: Page) -> list[dict[str, Any]]:
    """Return the viewer's devices, as the server knows them."""
    found: list[dict[str, Any]] = page.request.get("/api/me/devices").json()["devices"]
    return found


def press(page: Page, act: str, then: str) -> None:
    """Press a button of the offer, and wait for the button that replaces it."""
    page.locator(f'#notify-offer [data-act="{act}"]').click()
    expect(page.locator(f'#notify-offer [data-act="{then}"]')).to_be_focused()


def test_one_press_switches_notifications_on_and_another_off(chromium: Browser, site: str) -> None:
    with asking(chromium, site, viewport=PHONE, locale="fr") as page:
        press(page, "on", "off")
        assert [(one["lang"], one["zone"]) for one in devices(page)] == [
            ("fr", page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"))
        ]
        expect(page.locator("#notify-offer")).to_contain_text("Cet appareil reçoit une notification")
        assert (overflow(page), violations(page)) == (0, [])
        press(page, "off", "on")
        assert devices(page) == []


def test_not_now_hides_the_offer_on_all_pages(chromium: Browser, site: str) -> None:
    with asking(chromium, site) as page:
        page.locator('#notify-offer [data-act="later"]').click()
        page.goto("/me")
        expect(page.locator('#notify-offer [data-act="on"]')).to_be_visible()
        page.goto("/tables")
        # The script of the offer has begun to ask the same before.
        page.evaluate("async () => (await import('/static/notifications.js')).isDeviceSubscribed()")
        expect(page.locator("#notify-offer")).to_be_hidden()


def test_a_refusal_of_the_browser_is_explained(chromium: Browser, site: str) -> None:
    with asking(chromium, site) as page:
        page.evaluate("sessionStorage.setItem('answer', 'denied')")
        page.locator('#notify-offer [data-act="on"]').click()
        expect(page.locator("#notify-offer")).to_contain_text("You can change this in its settings.")
        expect(page.locator("#notify-offer button:visible")).to_have_count(0)
        assert devices(page) == []


def test_a_failed_request_is_reported_and_leaves_no_subscription(chromium: Browser, site: str) -> None:
    with asking(chromium, site) as page:
        page.route("**/api/me/devices", lambda route: route.abort())
        page.context.route("**/api/me/devices", lambda route: route.abort())
        page.locator('#notify-offer [data-act="on"]').click()
        expect(page.get_by_text("This did not work.")).to_be_visible()
        page.unroute_all()
        page.context.unroute_all()
        press(page, "on", "off")


def test_the_settings_list_the_device_that_is_switched_on(chromium: Browser, site: str) -> None:
    with asking(chromium, site, viewport=PHONE, color_scheme="dark") as page:
        page.goto("/me")
        press(page, "on", "off")
        expect(page.locator(".devices li")).to_have_count(1)
        assert (overflow(page), violations(page)) == (0, [])
        press(page, "off", "on")
        expect(page.locator(".devices li")).to_have_count(0)


def test_a_device_that_the_viewer_has_removed_is_asked_again(chromium: Browser, site: str) -> None:
    with asking(chromium, site) as page:
        press(page, "on", "off")
        page.request.post("/me/devices", form={"act": "remove", "device": devices(page)[0]["id"]})
        page.goto("/tables")
        expect(page.locator('#notify-offer [data-act="on"]')).to_be_visible()
        assert page.evaluate("async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()") is None


def test_notifications_follow_a_change_of_language(chromium: Browser, site: str) -> None:
    with asking(chromium, site) as page:
        press(page, "on", "off")
        page.goto("/me")
        with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/devices")):
            page.get_by_role("button", name="Deutsch").click()
        assert [one["lang"] for one in devices(page)] == ["de"]


def test_a_subscription_that_the_browser_replaces_is_stored(chromium: Browser, site: str) -> None:
    with asking(chromium, site) as page:
        press(page, "on", "off")
        [before] = devices(page)
        worker = page.context.service_workers[-1]
        worker.evaluate(f"() => {{ self.nextEndpoint = 'https://push.invalid/2'; {SUBSCRIPTIONS} }}")
        worker.evaluate("""async () => {
          const waits = [];
          const oldSubscription = { endpoint: "https://push.invalid/device" };
          const waitUntil = (wait) => waits.push(wait);
          self.dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), { oldSubscription, waitUntil }));
          await Promise.all(waits);
        }""")
        [after] = devices(page)
        assert (after["lang"], after["zone"]) == (before["lang"], before["zone"])
        assert after["id"] != before["id"]
        page.goto("/me")
        expect(page.locator('#notify-offer [data-act="off"]')).to_be_visible()


def test_the_switch_at_a_table_subscribes_the_device_and_ends_the_subscription(chromium: Browser, site: str) -> None:
    with browsing(chromium, site, **WITH_SERVICE_WORKER) as page:
        page.add_init_script(SUBSCRIPTIONS + PERMISSION)
        page.evaluate(WAIT_FOR_SERVICE_WORKER)
        begin(page)
        loaded(page)
        page.locator('.bar [href="#pane-table"]').click()
        with page.expect_response(lambda answer: answer.request.method == "POST"):
            page.locator("#notify").click()
        assert len(devices(page)) == 1
        with page.expect_response(lambda answer: answer.request.method == "DELETE"):
            page.locator("#notify").click()
        assert devices(page) == []
