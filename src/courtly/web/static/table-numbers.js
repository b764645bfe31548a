/**
 * Numbers that follow from a movement, such as the chances after the card of a season. The page is up to date
 * immediately, but these elements show their old content until the events have been shown. Otherwise they would tell
 * the result first. The stage names them: `data-waits` is a selector.
 */

/** @typedef {{content: string, attributes: (string | null)[]}} Look */

/** Attributes that may tell a result too, such as the colour of a number below zero. */
const ATTRIBUTES = ["class", "hidden", "title"];

/** @type {Map<string, Look>} how the elements looked before the page changed */
let old = new Map();

/** @type {Map<Element, {content: Node[], attributes: (string | null)[]}>} the elements that look as before, with their new
content and attributes */
const held = new Map();

/** The number of changes of the page that a replay can rewind. */
const MAX_PAST = 40;

/** @type {{n: number, looks: Map<string, Look>}[]} how the elements looked before each of the last changes of the page,
with the number of the first entry of the change */
const past = [];

/** @type {Set<string>} the pieces that will fly; their copies show the new content */
let moving = new Set();

/** Return the elements by their place in the page. */
function numbers() {
  const selector = document.querySelector("[data-waits]")?.getAttribute("data-waits");
  /** @type {Map<string, Element>} */
  const found = new Map();
  if (!selector) return found;
  for (const one of document.querySelectorAll(`:is(main, .bar) :is(${selector}):not(.cover *)`)) {
    const around = one.closest("[id]")?.id;
    let number = 0;
    while (found.has(`${around} ${number}`)) number += 1;
    found.set(`${around} ${number}`, one);
  }
  return found;
}

/** @param {Element} one */
function attributesOf(one) {
  return ATTRIBUTES.map((name) => one.getAttribute(name));
}

/** @param {Element} one @param {(string | null)[]} values */
function setAttributes(one, values) {
  for (const [place, name] of ATTRIBUTES.entries()) {
    const value = values[place];
    if (value === null) one.removeAttribute(name);
    else one.setAttribute(name, value);
  }
}

/** How the elements look now. */
function looks() {
  return new Map([...numbers()].map(([key, one]) => [key, { content: one.innerHTML, attributes: attributesOf(one) }]));
}

/**
 * Remember the numbers before the page changes because of some events; without events, they change immediately.
 * @param {{steps?: {piece: string}[]}[]} events
 * @param {number} [n] the number of the first entry of these events
 */
export function rememberNumbers(events, n) {
  old = events.length ? looks() : new Map();
  moving = new Set(events.flatMap(({ steps }) => steps ?? []).map(({ piece }) => piece));
  showNumbers();
  if (n === undefined || past.at(-1)?.n === n) return;
  past.push({ n, looks: looks() });
  if (past.length > MAX_PAST) past.shift();
}

/** Show how an element looked before, if it looks different now. @param {Element} one @param {Look} look */
function hold(one, look) {
  const attributes = attributesOf(one);
  if (look.content === one.innerHTML && String(look.attributes) === String(attributes)) return;
  held.set(one, { content: [...one.childNodes], attributes });
  one.innerHTML = look.content;
  setAttributes(one, look.attributes);
}

/** Show the numbers as they were before an entry, for a replay. @param {number} n */
export function showNumbersBefore(n) {
  showNumbers();
  const found = past.findLast((one) => one.n <= n)?.looks;
  for (const [key, one] of found ? numbers() : []) {
    const look = found?.get(key);
    if (look) hold(one, look);
  }
}

/** Show the old numbers again. */
export function holdNumbers() {
  if (!old.size) return;
  for (const [key, one] of numbers()) {
    if (moving.has(one.closest("[data-piece]")?.getAttribute("data-id") ?? "")) continue;
    hold(one, old.get(key) ?? { content: "", attributes: attributesOf(one) });
  }
  old.clear();
}

/** Show the new numbers. */
export function showNumbers() {
  for (const [one, { content, attributes }] of held) {
    one.replaceChildren(...content);
    setAttributes(one, attributes);
  }
  held.clear();
}
