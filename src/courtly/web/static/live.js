/**
 * Keeps the page of a table in step with the table, and sends its forms without leaving it.
 *
 * The server draws; this module never knows a rule or a word. When something has happened it fetches the page once
 * more and puts the parts that changed in the place of those with the same id. Without it the same page is played by
 * plain forms.
 */

const page = document.body;
const socketAddress = page.dataset.socket;
const table = socketAddress.replace(/^\/api/, "").replace(/\/live$/, "");
const isPresent = location.pathname === table;
/** Which page this is. */
const kind = page.className;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

/** What the server sent of each part, to tell what has changed since, whatever was typed or opened in it. */
const sent = new Map();

let version = Number(page.dataset.version);
let build = null;
let seats = null;
let socket = null;
let wait = FIRST_WAIT;
let wasConnected = false;
let looking = null;
let lookAgain = false;
let sending = false;

/** The text of a part without what is new in every answer: ids of forms, and words that are proposed. */
function plain(element) {
  return element.outerHTML.replace(/(name="command" value=")[^"]*/g, "$1").replace(/(data-own="" value=")[^"]*/g, "$1");
}

function partsOf(root) {
  return [...root.querySelectorAll("[data-parts] > [id]")];
}

function ids(container) {
  return [...container.children].map((child) => child.id);
}

function shell(element) {
  return element.cloneNode(false).outerHTML;
}

/** Put the children of one container in the place of those of another that have changed. */
function bring(container, fresh) {
  const [before, after] = [ids(container), ids(fresh)];
  if (after.includes("") || before.join(" ") !== after.join(" ")) {
    for (const part of [...fresh.children]) {
      const old = part.id && before.includes(part.id) ? document.getElementById(part.id) : null;
      if (old && sent.get(part.id) === plain(part)) {
        renew(old, part);
        part.replaceWith(old);
      } else if (old) {
        keepOpen(old, part);
      }
    }
    container.replaceChildren(...fresh.children);
    return;
  }
  for (const part of [...fresh.children]) {
    const old = document.getElementById(part.id);
    if (part.hasAttribute("data-parts") && shell(old) === shell(part)) {
      bring(old, part);
    } else if (sent.get(part.id) === plain(part)) {
      renew(old, part);
    } else {
      keepOpen(old, part);
      old.replaceWith(part);
    }
  }
}

/** Give the forms of a part that stays new ids, so that each can be sent once more. */
function renew(old, part) {
  const fresh = part.querySelectorAll('input[name="command"]');
  old.querySelectorAll('input[name="command"]').forEach((field, place) => {
    if (fresh[place]) field.value = fresh[place].value;
  });
}

/** Leave open what the reader has opened. */
function keepOpen(old, part) {
  for (const drawer of [part, ...part.querySelectorAll("details[id]")]) {
    const before = drawer.id && drawer.tagName === "DETAILS" ? document.getElementById(drawer.id) : null;
    if (before && old.contains(before)) drawer.open = before.open;
  }
}

/** Show another answer of the server in the place of the present page. */
function show(text, address) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (new URL(address).pathname !== location.pathname || fresh.body.className !== kind) {
    location.assign(address);
    return;
  }
  // An answer that was asked for earlier may come later than one to a form.
  if (Number(fresh.body.dataset.version) < Number(page.dataset.version)) return;
  const focused = document.activeElement?.id;
  announce("before");
  const containers = [...fresh.querySelectorAll("[data-parts]")].filter((one) => !one.parentElement.closest("[data-parts]"));
  // Taken down before they move into this page.
  const texts = new Map(partsOf(fresh).map((part) => [part.id, plain(part)]));
  for (const part of containers) bring(document.getElementById(part.id), part);
  sent.clear();
  for (const [id, part] of texts) sent.set(id, part);
  document.title = fresh.title;
  version = Math.max(version, Number(fresh.body.dataset.version));
  page.dataset.version = fresh.body.dataset.version;
  announce("after", { version: Number(page.dataset.version) });
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  ready();
}

/** Tell other scripts of the page what happens here. */
function announce(what, detail) {
  document.dispatchEvent(new CustomEvent(`courtly:${what}`, { detail }));
}

/** Fetch the page and show what has changed; one at a time, and once more for what came meanwhile. */
async function look() {
  if (!isPresent) {
    if (location.pathname.endsWith("/hint")) location.assign(table);
    return;
  }
  lookAgain = true;
  if (looking) return;
  looking = (async () => {
    while (lookAgain) {
      lookAgain = false;
      const response = await fetch(table, { headers: { Accept: "text/html" } });
      if (response.ok) show(await response.text(), response.url);
      else location.reload();
    }
  })();
  try {
    await looking;
  } catch {
    // Where the socket still stands, only this request failed; otherwise the page is looked at when it is back.
    if (socket?.readyState === WebSocket.OPEN) setTimeout(look, FIRST_WAIT);
  } finally {
    looking = null;
  }
}

/** Send a form of the table and show what follows from it, or why it was refused. */
async function send(form, button) {
  if (sending) return;
  sending = true;
  tell("");
  try {
    const fields = new URLSearchParams(new FormData(form, button));
    const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    if (response.ok) {
      if (form.hasAttribute("data-clears")) form.reset();
      if (isPresent) show(await response.text(), response.url);
      else location.assign(table);
    } else {
      tell((await response.json()).error.message);
      await look();
    }
  } catch {
    tell(words("down"));
  } finally {
    sending = false;
  }
}

function tell(message) {
  const notice = document.getElementById("notice");
  notice.textContent = message;
  notice.hidden = !message;
}

function words(state) {
  return document.querySelector(`#connection [data-state="${state}"]`).textContent;
}

/** Show how the connection is; while one that there was is down, nothing can be pressed. */
function connected(isUp) {
  const sign = document.getElementById("connection");
  sign.hidden = false;
  sign.classList.toggle("is-down", !isUp);
  for (const state of sign.querySelectorAll("[data-state]")) state.hidden = (state.dataset.state === "up") !== isUp;
  page.classList.toggle("is-apart", !isUp && wasConnected);
  for (const button of document.querySelectorAll(":is(main, .drawer) :is(button, input, select)")) {
    if (!isUp && wasConnected && !button.disabled) {
      button.disabled = true;
      button.dataset.apart = "";
    } else if (isUp && "apart" in button.dataset) {
      button.disabled = false;
      delete button.dataset.apart;
    }
  }
}

function connect() {
  const address = new URL(socketAddress, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("since", version);
  address.searchParams.set("as", "html");
  address.searchParams.set("lang", document.documentElement.lang);
  socket = new WebSocket(address);
  socket.addEventListener("open", () => {
    wait = FIRST_WAIT;
    wasConnected = true;
    connected(true);
  });
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    connected(false);
    // Where sockets cannot get through, the page is looked at all the same.
    if (!wasConnected) look();
    setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  });
}

function hear(frame) {
  if (frame.type === "entry") {
    announce("entry", frame);
    if (frame.n >= version) {
      version = frame.n + 1;
      look();
    }
  } else if (frame.type === "state" || frame.type === "table") {
    if (frame.build && build && frame.build !== build) location.reload();
    build = frame.build ?? build;
    if (frame.version > version) {
      version = frame.version;
      look();
    }
  } else if (frame.type === "presence") {
    const here = JSON.stringify(frame.seats);
    if (here !== seats) {
      seats = here;
      if (isPresent) look();
    }
  } else if (frame.type === "line" && isPresent) {
    look();
  }
}

/** Prepare what only a script can do. */
function ready() {
  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;
  const lines = document.getElementById("talk-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
  if (socket) connected(socket.readyState === WebSocket.OPEN);
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  const before = button.textContent;
  button.textContent = button.dataset.done;
  setTimeout(() => (button.textContent = before), 2000);
}

function tick() {
  for (const clock of document.querySelectorAll("[data-seconds]")) {
    const left = Math.max(0, clock.dataset.seconds - 1);
    clock.dataset.seconds = left;
    if (left >= 86400) continue;
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (number) => String(number).padStart(2, "0");
    clock.querySelector(".left").textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}

for (const part of partsOf(document)) sent.set(part.id, plain(part));
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || !new URL(form.action).pathname.startsWith(`${table}/`)) return;
  event.preventDefault();
  send(form, event.submitter);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (button) copy(button);
});
document.addEventListener("courtly:look", look);
addEventListener("pageshow", (event) => event.persisted && look());
setInterval(tick, 1000);
ready();
connect();
