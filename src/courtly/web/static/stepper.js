// Steps through a finished match without loading whole pages: keys, a finger drawn over the table, or by itself.
// Every step is a link that works without this script; what changes is taken from the page that it leads to.
// @ts-check

const PACE = 1500;
const FAR = 60;
const REPLACED = ["stage", "caption", "tray", "facts", "pane-log", "steps"];

/** @type {number | undefined} */
let playing;

/** @param {string} id */
const at = (id) => document.getElementById(id);

/** @param {string} key */
const link = (key) => /** @type {HTMLAnchorElement | null} */ (document.querySelector(`a#step-${key}`));

/**
 * Show another move; the page is left for good where it cannot be put in place.
 * @param {string} url
 * @param {boolean} isNew
 */
async function go(url, isNew) {
  const answer = await fetch(url, { headers: { Accept: "text/html" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  const page = new DOMParser().parseFromString(text, "text/html");
  const focused = document.activeElement?.id;
  if (!page.getElementById("steps") || page.body.className !== document.body.className) {
    location.assign(url);
    return;
  }
  for (const id of REPLACED) {
    const [old, fresh] = [at(id), page.getElementById(id)];
    if (old && fresh) old.replaceChildren(...fresh.childNodes);
  }
  document.title = page.title;
  if (isNew) history.pushState(null, "", url);
  if (focused) at(focused)?.focus();
  prepare();
}

/** Stop playing by itself. */
function halt() {
  clearTimeout(playing);
  playing = undefined;
  at("step-play")?.setAttribute("aria-pressed", "false");
}

/** Play on by itself until the end. */
function play() {
  const next = link("after");
  if (!next) {
    halt();
    return;
  }
  playing = window.setTimeout(async () => {
    await go(next.href, true);
    if (playing !== undefined) play();
  }, PACE);
  at("step-play")?.setAttribute("aria-pressed", "true");
}

/** Show what works with script alone. */
function prepare() {
  const button = at("step-play");
  if (button) {
    button.hidden = !link("after");
    button.setAttribute("aria-pressed", String(playing !== undefined));
  }
  // The slider goes by itself.
  document.querySelector("#to-move button")?.setAttribute("hidden", "");
}

/** @param {string} key */
function follow(key) {
  const found = link(key);
  if (found) {
    halt();
    void go(found.href, true);
  }
}

const KEYS = new Map([["ArrowLeft", "before"], ["ArrowRight", "after"], ["Home", "first"], ["End", "last"]]);

document.addEventListener("keydown", (event) => {
  const key = KEYS.get(event.key);
  const target = /** @type {HTMLElement} */ (event.target);
  if (!key || event.altKey || event.ctrlKey || event.metaKey || target.matches("input, textarea, select")) return;
  event.preventDefault();
  follow(key);
});

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (target.closest("#step-play")) {
    if (playing === undefined) play();
    else halt();
    return;
  }
  const step = /** @type {HTMLAnchorElement | null} */ (target.closest("#steps a.step, #steps .eyes a"));
  if (step) {
    event.preventDefault();
    halt();
    void go(step.href, true);
  }
});

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  const form = /** @type {HTMLFormElement | null} */ (target.closest("#to-move"));
  if (!form) return;
  halt();
  const seat = /** @type {HTMLInputElement} */ (form.elements.namedItem("seat")).value;
  void go(`${form.action}/${target.value}?seat=${seat}`, true);
});

let began = 0;
document.addEventListener("touchstart", (event) => { began = event.touches[0]?.clientX ?? 0; }, { passive: true });
document.addEventListener("touchend", (event) => {
  const way = (event.changedTouches[0]?.clientX ?? began) - began;
  const target = /** @type {HTMLElement} */ (event.target);
  if (Math.abs(way) > FAR && target.closest("#stage")) follow(way < 0 ? "after" : "before");
}, { passive: true });

window.addEventListener("popstate", () => { void go(location.href, false); });

prepare();
