/**
 * Keeps the page of a table up to date, and sends its forms without leaving the page. The server renders everything;
 * this module contains no rules and no texts. The connection sends each new state with the regions of the match page
 * that changed. They replace the elements with the same ids. In some cases the module fetches the whole page instead
 * and replaces the parts that changed: in the waiting room, when another kind of page is shown next, and after a missed
 * state. Without this module, the page works with plain forms. */

/**
 * A state of the table, as sent by the connection.
 * @typedef {object} Frame
 * @property {number} version
 * @property {number | null} from the version that the regions are a diff against; null if all regions are sent
 * @property {string} page
 * @property {string} title
 * @property {number} match
 * @property {number} turn
 * @property {[number, string][]} left
 * @property {unknown[]} acts
 * @property {Record<string, string>} regions
 * @property {string} [build]
 */

/** @typedef {{n: number, act: string, seat: number | null, sentence?: string, headings?: string[]}} Entry */
/** @typedef {{n: number, seat: number | null, name: string, text: string}} Line */
/** @typedef {Partial<{version: number, acts: unknown[], waitUntil: (promise: Promise<unknown>) => void}>} Changes */

const page = document.body;
const socketAddress = page.dataset.socket ?? "";
const table = socketAddress.replace(/^\/api/, "").replace(/\/live$/, "");
const isPresent = location.pathname === table;
/** The kind of this page: `waiting`, `match` or `final`. */
const kind = page.classList[0];

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** The close code of a server that stops. Usually another one answers within a second. */
const RESTART = 1012;
const QUIET_TIME = 3000;
const STATE_TIMEOUT = 3000;
const ENDING_TIMEOUT = 20000;

/**
 * The HTML of each part as the server sent it. It shows whether a part changed, even if the user has changed the page.
 * @type {Map<string, string>}
 */
const sent = new Map();

/** The version of the last known state, and the version that the page shows. */
let version = Number(page.dataset.version);
let shown = version;
/** @type {string | null} */
let build = null;
/** @type {boolean[] | null} */
let presence = null;
/** The last version reported to the server, after its events had been shown. */
let reported = -1;
/** @type {WebSocket | null} */
let socket = null;
/** When aborted, removes the listeners of the present connection. */
let listeners = new AbortController();
let wait = FIRST_WAIT;
let connecting = 0;
let quietUntil = 0;
let wasConnected = false;
/** @type {Promise<void> | null} */
let refreshing = null;
let refreshAgain = false;
let isEnding = false;
let sending = Promise.resolve();
let lines = 0;

/** Forms that were sent and have no answer yet. */
const pending = new Set();

/**
 * Return all elements that match a selector.
 * @param {string} query
 * @param {ParentNode} [root]
 */
const all = (query, root = document) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(query))];

/**
 * Return all fields that match a selector.
 * @param {string} query
 * @param {ParentNode} [root]
 */
const fieldsOf = (query, root = document) => /** @type {HTMLInputElement[]} */ (all(query, root));

/**
 * Return an element that the page always has.
 * @param {string} query
 * @param {ParentNode} [root]
 */
function one(query, root = document) {
  const found = /** @type {HTMLElement | null} */ (root.querySelector(query));
  if (!found) throw new Error(`the page has no ${query}`);
  return found;
}

/**
 * Return the HTML of a part without the values that differ in every answer: command ids and suggested texts.
 * @param {Element} element
 */
function plain(element) {
  return element.outerHTML
    .replace(/(name="(?:command|match|turn)" value=")[^"]*/g, "$1")
    .replace(/(data-own="" value="|class="exact" method="post" action=")[^"]*/g, "$1");
}

/** @param {ParentNode} root */
function partsOf(root) {
  return all("[data-parts] > [id]", root);
}

/** @param {Element} container */
function ids(container) {
  return [...container.children].map((child) => child.id);
}

/** @param {Element} element */
function openingTag(element) {
  return /** @type {Element} */ (element.cloneNode(false)).outerHTML;
}

/**
 * Replace the children of a container that differ from those in a fresh copy.
 * @param {Element} container
 * @param {Element} fresh
 */
function replaceParts(container, fresh) {
  const [before, after] = [ids(container), ids(fresh)];
  if (after.includes("") || before.join(" ") !== after.join(" ")) {
    for (const part of [...fresh.children]) {
      const old = part.id && before.includes(part.id) ? document.getElementById(part.id) : null;
      if (old && sent.get(part.id) === plain(part)) {
        renewCommands(old, part);
        part.replaceWith(old);
      } else if (old) {
        restoreInput(old, part);
      }
    }
    container.replaceChildren(...fresh.children);
    return;
  }
  for (const part of [...fresh.children]) {
    const old = one(`#${CSS.escape(part.id)}`);
    if (part.hasAttribute("data-parts") && openingTag(old) === openingTag(part)) {
      replaceParts(old, part);
    } else if (sent.get(part.id) === plain(part)) {
      renewCommands(old, part);
    } else {
      restoreInput(old, part);
      old.replaceWith(part);
    }
  }
}

/**
 * Give the forms of an unchanged part new command ids, so that they can be sent again.
 * @param {Element} old
 * @param {Element} part
 */
function renewCommands(old, part) {
  for (const name of ["command", "match", "turn"]) {
    const fresh = fieldsOf(`input[name="${name}"]`, part);
    fieldsOf(`input[name="${name}"]`, old).forEach((field, place) => {
      if (fresh[place]) field.value = fresh[place].value;
    });
  }
}

function newCommand() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Keep elements open that the viewer has opened, and keep text that the viewer has typed.
 * @param {Element} old
 * @param {Element} part
 */
function restoreInput(old, part) {
  for (const drawer of [part, ...all("details[id]", part)]) {
    const before = drawer.id ? document.getElementById(drawer.id) : null;
    if (drawer instanceof HTMLDetailsElement && before instanceof HTMLDetailsElement && old.contains(before)) drawer.open = before.open;
  }
  for (const field of fieldsOf("[data-own]", part)) {
    const before = document.getElementById(field.id);
    if (before instanceof HTMLInputElement) field.value = before.value;
  }
}

/**
 * Change the page by `work`, which returns the details of the `courtly:after` event. Keep the focus.
 * @param {() => Changes | void} work
 */
function change(work) {
  const focused = document.activeElement?.id;
  emit("before");
  const changes = work();
  page.dataset.version = String(shown);
  /** @type {Promise<unknown>[]} */
  const seen = [];
  emit("after", { version: shown, waitUntil: (/** @type {Promise<unknown>} */ promise) => seen.push(promise), ...changes });
  Promise.allSettled(seen).then(reportShown);
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  prepare();
}

/** Tell the server which version has been shown, because bots wait for that. */
function reportShown() {
  if (!isPresent || socket?.readyState !== WebSocket.OPEN || shown <= reported) return;
  reported = shown;
  socket.send(JSON.stringify({ type: "shown", version: shown }));
}

/**
 * Replace the content of this page by a page from the server.
 * @param {string} text
 * @param {string} address
 */
function show(text, address) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (new URL(address).pathname !== location.pathname || fresh.body.classList[0] !== kind) {
    location.assign(address);
    return;
  }
  const rendered = Number(fresh.body.dataset.version);
  // A slow answer may arrive after a newer state, or after the answer to a form.
  if (rendered < Math.max(shown, version)) {
    if (shown < version) setTimeout(refresh, FIRST_WAIT);
    return;
  }
  change(() => {
    const containers = all("[data-parts]", fresh).filter((each) => !each.parentElement?.closest("[data-parts]"));
    // Read the texts before the elements move into this page.
    const texts = new Map(partsOf(fresh).map((part) => [part.id, plain(part)]));
    for (const part of containers) replaceParts(one(`#${CSS.escape(part.id)}`), part);
    sent.clear();
    for (const [id, part] of texts) sent.set(id, part);
    document.title = fresh.title;
    version = shown = rendered;
  });
}

/**
 * Show a state: insert its regions, or fetch the page if the regions do not fit.
 * @param {Frame} frame
 */
function applyState(frame) {
  if (frame.build && build && frame.build !== build) location.reload();
  build = frame.build ?? build;
  version = Math.max(version, frame.version);
  if (frame.version <= shown) return;
  if (isEnding) return;
  const isInStep = frame.from === null || frame.from === shown;
  if (!isPresent || kind !== "match" || !["match", "final"].includes(frame.page) || !isInStep) refresh();
  else if (frame.page === "final") end(frame);
  else {
    change(() => {
      const changes = insertRegions(frame);
      if (!changes) refresh();
      return changes;
    });
  }
}

/**
 * Insert the regions of a state; change nothing if the page lacks one of them.
 * @param {Frame} frame
 * @returns {Changes | undefined}
 */
function insertRegions(frame) {
  // Listeners of `courtly:before` have already removed the draft, so the page has the original elements again.
  const olds = Object.keys(frame.regions).flatMap((id) => document.getElementById(id) ?? []);
  const rendered = Object.values(frame.regions);
  if (olds.length < rendered.length) return undefined;
  rendered.forEach((html, place) => replaceRegion(olds[place], html));
  if (frame.title) document.title = `${frame.title} · Courtly`;
  shown = frame.version;
  fillValues(frame);
  return { acts: frame.acts };
}

/**
 * Show the end of a match; open the final page when the animation is over.
 * @param {Frame} frame
 */
async function end(frame) {
  isEnding = true;
  /** @type {Promise<unknown>[]} */
  const seen = [];
  change(() => ({ ...insertRegions(frame), waitUntil: (promise) => seen.push(promise) }));
  const enough = new Promise((resolve) => setTimeout(resolve, ENDING_TIMEOUT));
  await Promise.race([Promise.allSettled(seen), enough]);
  location.assign(table);
}

/**
 * Replace a region.
 * @param {HTMLElement} old
 * @param {string} html
 */
function replaceRegion(old, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const part = one("*", holder.content);
  for (let around = /** @type {HTMLElement | null} */ (old); around; around = around.parentElement) sent.delete(around.id);
  restoreInput(old, part);
  old.replaceWith(part);
}

/**
 * Update the values outside regions. They differ in every state.
 * @param {Frame} frame
 */
function fillValues(frame) {
  for (const field of fieldsOf('input[name="command"]')) field.value = newCommand();
  for (const field of fieldsOf('input[name="match"]')) field.value = String(frame.match);
  for (const field of fieldsOf('input[name="turn"]')) field.value = String(frame.turn);
  const acts = one("#acts-data");
  acts.textContent = JSON.stringify(frame.acts);
  acts.classList.toggle("asks", frame.acts.length > 0);
  sent.delete(acts.id);
  for (const clock of all("[data-clock]")) {
    const left = frame.left[Number(clock.dataset.clock)];
    if (!left) continue;
    if (clock.classList.contains("runs")) clock.dataset.seconds = String(left[0]);
    one(".left", clock).textContent = left[1];
  }
  showPresence();
}

/** Return which players are present, as the server rendered it in a waiting room. */
function renderedPresence() {
  return all("#seats > [data-here]").map((seat) => seat.dataset.here === "true");
}

/** Show which players are present. */
function showPresence() {
  if (!presence) return;
  for (const member of all("#company > [data-seat]")) {
    if (!member.matches(".is-here, .is-away")) continue;
    const isHere = presence[Number(member.dataset.seat)];
    member.classList.toggle("is-here", isHere);
    member.classList.toggle("is-away", !isHere);
    const state = one(".state-words", member);
    state.textContent = isHere ? "" : (state.dataset.away ?? "");
    for (const comma of all(".comma", member)) comma.hidden = isHere;
  }
  for (const sign of all(".seat-state[data-away]")) sign.hidden = presence[Number(sign.dataset.seat)];
  for (const form of all("form[data-when]")) form.hidden = presence[Number(form.dataset.seat)] !== (form.dataset.when === "here");
}

/** Return the viewer's seat, from the first matching element. @param {string} query */
const ownSeat = (query) => all(query).find(() => true)?.dataset.seat;

/**
 * Add an entry to the log. Entries that the log does not show have no headings.
 * @param {Entry} entry
 */
function addLogEntry(entry) {
  const log = document.getElementById("log");
  if (!log || !entry.headings || !entry.sentence) return;
  const own = ownSeat("#company > .mine");
  // Only the first line is about the act; the others are about what follows from it.
  entry.sentence.split("\n").forEach((text, place) => addItem(listUnder(entry.headings?.[place] ?? "", log), text, !place && String(entry.seat) === own));
  one("#log-empty").hidden = true;
}

/**
 * Return the last list of the log, or a new list if that one has another heading.
 * @param {string} heading
 * @param {HTMLElement} log
 */
function listUnder(heading, log) {
  const last = log.querySelector(":scope > ol:last-child");
  if (last && (last.previousElementSibling?.textContent ?? "") === heading) return last;
  const [title, list] = [document.createElement("h2"), document.createElement("ol")];
  title.textContent = heading;
  if (heading) log.append(title);
  log.append(list);
  return list;
}

/**
 * Add a line of table talk, unless it is already there.
 * @param {Line} line
 */
function addLine(line) {
  const lines = document.querySelector("ol#talk-lines");
  if (!lines || lines.querySelector(`[data-line="${line.n}"]`)) return;
  lines.querySelector(".quiet")?.remove();
  const later = all(":scope > *", lines).find((each) => Number(each.dataset.line) > line.n);
  const own = ownSeat("#company > .mine, #seats > .mine");
  const item = addItem(lines, ` ${line.text}`, String(line.seat) === own);
  item.dataset.line = String(line.n);
  if (later) later.before(item);
  const name = document.createElement("strong");
  name.textContent = line.name;
  item.prepend(name);
  lines.scrollTop = lines.scrollHeight;
}

/** Fetch the lines of table talk that were written before the connection or while it was down. */
async function fetchLines() {
  const last = all("ol#talk-lines > [data-line]:last-child").pop();
  if (!isPresent || !document.querySelector("ol#talk-lines")) return;
  try {
    const response = await fetch(`/api${table}/lines?since=${last ? Number(last.dataset.line) + 1 : 0}`);
    if (response.ok) for (const line of (await response.json()).lines) addLine(line);
  } catch {
    // The next connection tries again.
  }
}

/**
 * @param {Element} list
 * @param {string} text
 * @param {boolean} isMine
 */
function addItem(list, text, isMine) {
  const item = document.createElement("li");
  item.textContent = text;
  if (isMine) item.className = "mine";
  list.append(item);
  return item;
}

/**
 * Dispatch an event to the other scripts of the page.
 * @param {string} what
 * @param {object} [detail]
 */
function emit(what, detail) {
  document.dispatchEvent(new CustomEvent(`courtly:${what}`, { detail }));
}

/** Fetch the page and show the changes. Only one request runs at a time; a call during a request starts another one. */
async function refresh() {
  if (isEnding) return;
  if (!isPresent) {
    if (location.pathname.endsWith("/hint")) location.assign(table);
    return;
  }
  refreshAgain = true;
  if (refreshing) return;
  refreshing = (async () => {
    while (refreshAgain) {
      refreshAgain = false;
      const response = await fetch(table, { headers: { Accept: "text/html" } });
      if (response.ok) show(await response.text(), response.url);
      else location.reload();
    }
  })();
  try {
    await refreshing;
  } catch {
    // If the socket is open, only this request failed. Otherwise the page is fetched after the connection is back.
    if (socket?.readyState === WebSocket.OPEN) setTimeout(refresh, FIRST_WAIT);
  } finally {
    refreshing = null;
  }
}

/**
 * Send a form of the table after earlier forms are answered. A form is not sent again while its answer is pending.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
function send(form, button) {
  const fields = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  const command = fields.get("command") ?? "";
  fields.delete("command");
  const pressed = `${form.action} ${fields}`;
  if (pending.has(pressed)) return;
  pending.add(pressed);
  // All lines of talk have the form's command id, so a line sent before the last one is answered needs a suffix.
  const isNext = pending.size > 1 && form.action.endsWith("/lines");
  fields.set("command", isNext ? `${command}-${(lines += 1)}` : command);
  sending = sending.then(() => post(form, fields)).finally(() => pending.delete(pressed));
}

/**
 * Send the fields of a form, and show the result or the error.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} fields
 */
async function post(form, fields) {
  showNotice("");
  try {
    // If the connection is open, it sends the new state, so the page that the answer redirects to is not needed.
    const sendsState = isPresent && kind === "match" && socket?.readyState === WebSocket.OPEN;
    const redirect = sendsState ? "manual" : "follow";
    const response = await fetch(form.action, { method: "POST", body: fields, redirect, headers: { Accept: "application/json" } });
    if (response.ok || response.type === "opaqueredirect") {
      if (form.hasAttribute("data-clears") && new FormData(form).get("text") === fields.get("text")) form.reset();
      for (const field of form.elements) if (field instanceof HTMLInputElement && field.name === "command") field.value = newCommand();
      // A line of talk causes no new state.
      if (response.type === "opaqueredirect") form.action.endsWith("/lines") || expectState(shown + 1);
      else if (isPresent) show(await response.text(), response.url);
      else location.assign(table);
    } else {
      showNotice((await response.json()).error.message);
      await refresh();
    }
  } catch {
    showNotice(words("down"));
  }
}

/** Fetch the page if it does not show this version in time. @param {number} wanted */
function expectState(wanted) {
  setTimeout(() => shown < wanted && refresh(), STATE_TIMEOUT);
}

/** @param {string} message */
function showNotice(message) {
  const notice = one("#notice");
  notice.textContent = message;
  notice.hidden = !message;
}

/** @param {string} state */
function words(state) {
  return one(`#connection [data-state="${state}"]`).textContent ?? "";
}

/**
 * Show the state of the connection; disable all controls while it is down.
 * @param {boolean} isUp
 */
function showConnection(isUp) {
  const sign = one("#connection");
  sign.hidden = false;
  sign.classList.toggle("is-down", !isUp);
  for (const state of all("[data-state]", sign)) state.hidden = (state.dataset.state === "up") !== isUp;
  page.classList.toggle("is-offline", !isUp && wasConnected);
  for (const button of fieldsOf(":is(main, .drawer) :is(button, input, select)")) {
    if (!isUp && wasConnected && !button.disabled) {
      button.disabled = true;
      button.dataset.offline = "";
    } else if (isUp && "offline" in button.dataset) {
      button.disabled = false;
      delete button.dataset.offline;
    }
  }
}

function connect() {
  disconnect();
  const address = new URL(socketAddress, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("since", String(shown));
  address.searchParams.set("as", "html");
  address.searchParams.set("lang", document.documentElement.lang);
  listeners = new AbortController();
  const { signal } = listeners;
  socket = new WebSocket(address);
  socket.addEventListener(
    "open",
    () => {
      wait = FIRST_WAIT;
      wasConnected = true;
      showConnection(true);
      reported = -1;
      reportShown();
      fetchLines();
    },
    { signal },
  );
  socket.addEventListener("message", (event) => receive(JSON.parse(event.data)), { signal });
  socket.addEventListener("close", connectLater, { signal });
}

/** Close the present connection, and cancel a scheduled one. */
function disconnect() {
  clearTimeout(connecting);
  listeners.abort();
  socket?.close();
}

/**
 * Reconnect after a delay that grows each time. Show that the connection is down, unless the server has just restarted.
 * @param {CloseEvent} [event]
 */
function connectLater(event) {
  if (event?.code === RESTART) quietUntil = Date.now() + QUIET_TIME;
  if (Date.now() >= quietUntil) showConnection(false);
  // The page is fetched once even where WebSockets are blocked.
  if (!wasConnected) refresh();
  connecting = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(LONGEST_WAIT, wait * 2);
}

/** @param {any} frame as sent by the server, of any type */
function receive(frame) {
  if (frame.type === "entry") {
    emit("entry", frame);
    if (frame.n < version) return;
    version = frame.n + 1;
    addLogEntry(frame);
    // The log marks the moves that were taken back.
    if (frame.act === "taken_back") refresh();
  } else if (frame.type === "state") {
    applyState(frame);
  } else if (frame.type === "presence") {
    const isNew = (presence ?? renderedPresence()).join() !== frame.seats.join();
    presence = frame.seats;
    if (kind === "match") showPresence();
    else if (isPresent && isNew) refresh();
  } else if (frame.type === "line" && isPresent) {
    addLine(frame);
  }
}

/** Show the features that need a script. */
function prepare() {
  for (const button of all("[data-copy]")) button.hidden = false;
  const lines = document.getElementById("talk-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
  if (socket) showConnection(socket.readyState === WebSocket.OPEN || Date.now() < quietUntil);
}

/** @param {HTMLElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement} */ (one(`#${button.dataset.copy}`));
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  const before = button.textContent;
  button.textContent = button.dataset.done ?? "";
  setTimeout(() => (button.textContent = before), 2000);
}

function tick() {
  for (const clock of all("[data-seconds]")) {
    const left = Math.max(0, Number(clock.dataset.seconds) - 1);
    clock.dataset.seconds = String(left);
    if (left >= 86400) continue;
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
    one(".left", clock).textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
}

for (const part of partsOf(document)) sent.set(part.id, plain(part));
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement)) return;
  if (form.method !== "post" || !new URL(form.action).pathname.startsWith(`${table}/`)) return;
  event.preventDefault();
  send(form, event.submitter);
});
// The browser's own bubble would cover the question, which says what to choose first.
document.addEventListener(
  "invalid",
  (event) => {
    if (!(event.target instanceof HTMLInputElement) || event.target.form?.id !== "acts") return;
    event.preventDefault();
    showNotice(document.getElementById("caption")?.textContent?.trim() ?? "");
  },
  true,
);
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-copy]");
  if (button instanceof HTMLElement) copy(button);
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isEnding = false;
  refresh();
});
document.addEventListener("courtly:refresh", refresh);
document.addEventListener("courtly:acted", (event) => expectState(/** @type {CustomEvent} */ (event).detail.version));
// It may take minutes until a socket reports that the network is gone.
addEventListener("offline", () => {
  disconnect();
  connectLater();
});
addEventListener("online", () => {
  wait = FIRST_WAIT;
  connect();
});
setInterval(tick, 1000);
prepare();
connect();
