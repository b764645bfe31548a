/**
 * Keeps the page of a table in step with the table, and sends its forms without leaving it.
 *
 * The server draws; this module never knows a rule or a word. Each state that the connection tells of brings the regions
 * of a match's page that are new with it, which are put in the place of those with the same id. Where that does not do,
 * in the waiting room, when another page is due or something was missed, it fetches the page once more and puts the parts
 * that changed in the place of those before. Without it the same page is played by plain forms.
 */

/**
 * A state of the table, as the connection tells of it.
 * @typedef {object} Frame
 * @property {number} version
 * @property {number | null} from the version whose regions these differ from; null where they are whole
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
/** @typedef {Partial<{version: number, acts: unknown[], waitUntil: (promise: Promise<unknown>) => void}>} Told */

const page = document.body;
const socketAddress = page.dataset.socket ?? "";
const table = socketAddress.replace(/^\/api/, "").replace(/\/live$/, "");
const isPresent = location.pathname === table;
/** Which page this is: `waiting`, `match` or `final`. */
const kind = page.classList[0];

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const LONGEST_UNTOLD = 3000;
const LONGEST_ENDING = 20000;

/**
 * What the server sent of each part, to tell what has changed since, whatever was typed or opened in it.
 * @type {Map<string, string>}
 */
const sent = new Map();

/** The number of entries that are known, and the version whose regions the page shows. */
let version = Number(page.dataset.version);
let shown = version;
/** @type {string | null} */
let build = null;
/** @type {boolean[] | null} */
let here = null;
/** @type {WebSocket | null} */
let socket = null;
/** Ends what is heard of the present connection. */
let hearing = new AbortController();
let wait = FIRST_WAIT;
let connecting = 0;
let wasConnected = false;
/** @type {Promise<void> | null} */
let looking = null;
let lookAgain = false;
let isEnding = false;
let sending = Promise.resolve();
let lines = 0;

/** What was pressed and is not answered yet. */
const underWay = new Set();

/**
 * All elements of a kind.
 * @param {string} query
 * @param {ParentNode} [root]
 */
const all = (query, root = document) => [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(query))];

/**
 * All fields of a kind.
 * @param {string} query
 * @param {ParentNode} [root]
 */
const fieldsOf = (query, root = document) => /** @type {HTMLInputElement[]} */ (all(query, root));

/**
 * An element that the page always has.
 * @param {string} query
 * @param {ParentNode} [root]
 */
function one(query, root = document) {
  const found = /** @type {HTMLElement | null} */ (root.querySelector(query));
  if (!found) throw new Error(`the page has no ${query}`);
  return found;
}

/**
 * The text of a part without what is new in every answer: ids of forms, and words that are proposed.
 * @param {Element} element
 */
function plain(element) {
  return element.outerHTML
    .replace(/(name="(?:command|match|turn)" value=")[^"]*/g, "$1")
    .replace(/(data-own="" value=")[^"]*/g, "$1");
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
function shell(element) {
  return /** @type {Element} */ (element.cloneNode(false)).outerHTML;
}

/**
 * Put the children of one container in the place of those of another that have changed.
 * @param {Element} container
 * @param {Element} fresh
 */
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
    const old = one(`#${CSS.escape(part.id)}`);
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

/**
 * Give the forms of a part that stays new ids, so that each can be sent once more.
 * @param {Element} old
 * @param {Element} part
 */
function renew(old, part) {
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
 * Leave open what the reader has opened, and in its field the word that stands there, typed or proposed.
 * @param {Element} old
 * @param {Element} part
 */
function keepOpen(old, part) {
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
 * Carry over what stands in no region: the server draws it in whole pages only.
 * @param {Element} part
 */
function keepOutside(part) {
  for (const empty of all("[data-outside]", part)) {
    const before = document.getElementById(empty.id);
    if (before) empty.replaceWith(before);
  }
}

/**
 * Change the page, by work that returns what to say of it; what has the focus keeps it.
 * @param {() => Told | void} work
 */
function change(work) {
  const focused = document.activeElement?.id;
  announce("before");
  const told = work();
  page.dataset.version = String(shown);
  announce("after", { version: shown, ...told });
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  ready();
}

/**
 * Show another answer of the server in the place of the present page.
 * @param {string} text
 * @param {string} address
 */
function show(text, address) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (new URL(address).pathname !== location.pathname || fresh.body.classList[0] !== kind) {
    location.assign(address);
    return;
  }
  const drawn = Number(fresh.body.dataset.version);
  // An answer that was asked for earlier may come later than what the connection tells, or than one to a form.
  if (drawn < Math.max(shown, version)) {
    if (shown < version) setTimeout(look, FIRST_WAIT);
    return;
  }
  change(() => {
    const containers = all("[data-parts]", fresh).filter((each) => !each.parentElement?.closest("[data-parts]"));
    // Taken down before they move into this page.
    const texts = new Map(partsOf(fresh).map((part) => [part.id, plain(part)]));
    for (const part of containers) bring(one(`#${CSS.escape(part.id)}`), part);
    sent.clear();
    for (const [id, part] of texts) sent.set(id, part);
    document.title = fresh.title;
    version = shown = drawn;
  });
}

/**
 * Show a state: its regions, or the page once more where the two are not in step.
 * @param {Frame} frame
 */
function follow(frame) {
  if (frame.build && build && frame.build !== build) location.reload();
  build = frame.build ?? build;
  version = Math.max(version, frame.version);
  if (frame.version <= shown) return;
  if (isEnding) return;
  const isInStep = frame.from === null || frame.from === shown;
  if (!isPresent || kind !== "match" || !["match", "final"].includes(frame.page) || !isInStep) look();
  else if (frame.page === "final") end(frame);
  else {
    change(() => {
      const told = takeIn(frame);
      if (!told) look();
      return told;
    });
  }
}

/**
 * Put the regions of a state in their places; nothing is changed where one of them has none.
 * @param {Frame} frame
 * @returns {Told | undefined}
 */
function takeIn(frame) {
  // Where a turn was laid out, what it covered stands there again by now.
  const olds = Object.keys(frame.regions).flatMap((id) => document.getElementById(id) ?? []);
  const drawn = Object.values(frame.regions);
  if (olds.length < drawn.length) return undefined;
  drawn.forEach((html, place) => put(olds[place], html));
  if (frame.title) document.title = `${frame.title} · Courtly`;
  shown = frame.version;
  fillIn(frame);
  return { acts: frame.acts };
}

/**
 * Show how a match ends, and go on to its count once that has been seen.
 * @param {Frame} frame
 */
async function end(frame) {
  isEnding = true;
  /** @type {Promise<unknown>[]} */
  const seen = [];
  change(() => ({ ...takeIn(frame), waitUntil: (promise) => seen.push(promise) }));
  const enough = new Promise((resolve) => setTimeout(resolve, LONGEST_ENDING));
  await Promise.race([Promise.allSettled(seen), enough]);
  location.assign(table);
}

/**
 * Put a region in the place of the one before.
 * @param {HTMLElement} old
 * @param {string} html
 */
function put(old, html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const part = one("*", holder.content);
  for (let around = /** @type {HTMLElement | null} */ (old); around; around = around.parentElement) sent.delete(around.id);
  keepOpen(old, part);
  keepOutside(part);
  old.replaceWith(part);
}

/**
 * Fill in what stands in no region, as it is new with every state.
 * @param {Frame} frame
 */
function fillIn(frame) {
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

/** Who is here by the page of a waiting room, as it was drawn. */
function presenceDrawn() {
  return all("#seats > [data-here]").map((seat) => seat.dataset.here === "true");
}

/** Show who is here and who is not. */
function showPresence() {
  if (!here) return;
  for (const member of all("#company > [data-seat]")) {
    if (!member.matches(".is-here, .is-away")) continue;
    const isHere = here[Number(member.dataset.seat)];
    member.classList.toggle("is-here", isHere);
    member.classList.toggle("is-away", !isHere);
    const state = one(".state-words", member);
    state.textContent = isHere ? "" : (state.dataset.away ?? "");
    for (const comma of all(".comma", member)) comma.hidden = isHere;
  }
  for (const sign of all(".seat-state[data-away]")) sign.hidden = here[Number(sign.dataset.seat)];
  for (const form of all("form[data-when]")) form.hidden = here[Number(form.dataset.seat)] !== (form.dataset.when === "here");
}

/** The reader's seat, as the page names it. @param {string} query */
const ownSeat = (query) => all(query).find(() => true)?.dataset.seat;

/**
 * Add what has happened to the list of all moves.
 * @param {Entry} entry
 */
function note(entry) {
  const log = document.getElementById("log");
  if (!log || entry.act !== "move" || !entry.sentence) return;
  const own = ownSeat("#company > .mine");
  entry.sentence.split("\n").forEach((text, place) => addItem(listUnder(entry.headings?.[place] ?? "", log), text, String(entry.seat) === own));
  one("#log-empty").hidden = true;
}

/**
 * The last list of the log, or a new one where that stands under another heading.
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
 * Add a line of table talk, unless it is there.
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

/** Add what was said since the page was drawn and before it was connected, or while it was not. */
async function hearAgain() {
  const last = all("ol#talk-lines > [data-line]:last-child").pop();
  if (!isPresent || !document.querySelector("ol#talk-lines")) return;
  try {
    const response = await fetch(`/api${table}/lines?since=${last ? Number(last.dataset.line) + 1 : 0}`);
    if (response.ok) for (const line of (await response.json()).lines) addLine(line);
  } catch {
    // The next connection asks again.
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
 * Tell other scripts of the page what happens here.
 * @param {string} what
 * @param {object} [detail]
 */
function announce(what, detail) {
  document.dispatchEvent(new CustomEvent(`courtly:${what}`, { detail }));
}

/** Fetch the page and show what has changed; one at a time, and once more for what came meanwhile. */
async function look() {
  if (isEnding) return;
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

/**
 * Send a form of the table. What is pressed while another answer is awaited is sent after it; the same again, once.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
function send(form, button) {
  const fields = new URLSearchParams([...new FormData(form, button)].map(([name, value]) => [name, String(value)]));
  const command = fields.get("command") ?? "";
  fields.delete("command");
  const pressed = `${form.action} ${fields}`;
  if (underWay.has(pressed)) return;
  underWay.add(pressed);
  // A form is sent once, but somebody may say two things in a row.
  const isNext = underWay.size > 1 && form.action.endsWith("/lines");
  fields.set("command", isNext ? `${command}-${(lines += 1)}` : command);
  sending = sending.then(() => post(form, fields)).finally(() => underWay.delete(pressed));
}

/**
 * Send the fields of a form and show what follows, or why they were refused.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} fields
 */
async function post(form, fields) {
  tell("");
  try {
    // What follows from it is told by the connection, where there is one.
    const isTold = isPresent && kind === "match" && socket?.readyState === WebSocket.OPEN;
    const redirect = isTold ? "manual" : "follow";
    const response = await fetch(form.action, { method: "POST", body: fields, redirect, headers: { Accept: "application/json" } });
    if (response.ok || response.type === "opaqueredirect") {
      if (form.hasAttribute("data-clears") && new FormData(form).get("text") === fields.get("text")) form.reset();
      for (const field of form.elements) if (field instanceof HTMLInputElement && field.name === "command") field.value = newCommand();
      if (response.type === "opaqueredirect") expectState(form);
      else if (isPresent) show(await response.text(), response.url);
      else location.assign(table);
    } else {
      tell((await response.json()).error.message);
      await look();
    }
  } catch {
    tell(words("down"));
  }
}

/**
 * Look at the page when what was done is not told; a line of talk changes no state.
 * @param {HTMLFormElement} form
 */
function expectState(form) {
  const before = shown;
  if (!form.action.endsWith("/lines")) setTimeout(() => shown === before && look(), LONGEST_UNTOLD);
}

/** @param {string} message */
function tell(message) {
  const notice = one("#notice");
  notice.textContent = message;
  notice.hidden = !message;
}

/** @param {string} state */
function words(state) {
  return one(`#connection [data-state="${state}"]`).textContent ?? "";
}

/**
 * Show how the connection is; while one that there was is down, nothing can be pressed.
 * @param {boolean} isUp
 */
function connected(isUp) {
  const sign = one("#connection");
  sign.hidden = false;
  sign.classList.toggle("is-down", !isUp);
  for (const state of all("[data-state]", sign)) state.hidden = (state.dataset.state === "up") !== isUp;
  page.classList.toggle("is-apart", !isUp && wasConnected);
  for (const button of fieldsOf(":is(main, .drawer) :is(button, input, select)")) {
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
  letGo();
  const address = new URL(socketAddress, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  address.searchParams.set("since", String(shown));
  address.searchParams.set("as", "html");
  address.searchParams.set("lang", document.documentElement.lang);
  hearing = new AbortController();
  const { signal } = hearing;
  socket = new WebSocket(address);
  socket.addEventListener(
    "open",
    () => {
      wait = FIRST_WAIT;
      wasConnected = true;
      connected(true);
      hearAgain();
    },
    { signal },
  );
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)), { signal });
  socket.addEventListener("close", connectLater, { signal });
}

/** Hear no more of the present connection, nor wait for the next one. */
function letGo() {
  clearTimeout(connecting);
  hearing.abort();
  socket?.close();
}

/** Show that the connection is down, and connect again after a while, longer each time. */
function connectLater() {
  connected(false);
  // Where sockets cannot get through, the page is looked at all the same.
  if (!wasConnected) look();
  connecting = setTimeout(connect, wait * (0.75 + Math.random() / 2));
  wait = Math.min(LONGEST_WAIT, wait * 2);
}

/** @param {any} frame as the server sent it, of any type */
function hear(frame) {
  if (frame.type === "entry") {
    announce("entry", frame);
    if (frame.n < version) return;
    version = frame.n + 1;
    note(frame);
  } else if (frame.type === "state") {
    follow(frame);
  } else if (frame.type === "presence") {
    const isNew = (here ?? presenceDrawn()).join() !== frame.seats.join();
    here = frame.seats;
    if (kind === "match") showPresence();
    else if (isPresent && isNew) look();
  } else if (frame.type === "line" && isPresent) {
    addLine(frame);
  }
}

/** Prepare what only a script can do. */
function ready() {
  for (const button of all("[data-copy]")) button.hidden = false;
  const lines = document.getElementById("talk-lines");
  if (lines) lines.scrollTop = lines.scrollHeight;
  if (socket) connected(socket.readyState === WebSocket.OPEN);
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
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element && event.target.closest("[data-copy]");
  if (button instanceof HTMLElement) copy(button);
});
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  isEnding = false;
  look();
});
document.addEventListener("courtly:look", look);
// A connection that a tunnel has cut does not say so for minutes.
addEventListener("offline", () => {
  letGo();
  connectLater();
});
addEventListener("online", () => {
  wait = FIRST_WAIT;
  connect();
});
setInterval(tick, 1000);
ready();
connect();
