// Steps through a finished match without loading whole pages: with keys, by swiping over the table, or automatically.
// Every step is a link that works without this script. The script fetches the linked page and replaces what changed.
// @ts-check

const PACE = 1500;
const SWIPE = 60;
const REPLACED = ["stage", "caption", "tray", "facts", "pane-log", "steps"];

/** @type {number | undefined} */
let playing;

/** @param {string} id */
const byId = (id) => document.getElementById(id);

/** @param {string} key */
const link = (key) => /** @type {HTMLAnchorElement | null} */ (document.querySelector(`a#step-${key}`));

/**
 * Show another position. If its parts cannot be inserted, open its page normally.
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
    const [old, fresh] = [byId(id), page.getElementById(id)];
    if (old && fresh) old.replaceChildren(...fresh.childNodes);
  }
  document.title = page.title;
  if (isNew) history.pushState(null, "", answer?.url);
  if (focused) byId(focused)?.focus();
  prepare();
}

/** Stop the automatic playback. */
function stop() {
  clearTimeout(playing);
  playing = undefined;
  byId("step-play")?.setAttribute("aria-pressed", "false");
}

/** Play automatically until the end. */
function play() {
  const next = link("after");
  if (!next) {
    stop();
    return;
  }
  playing = window.setTimeout(async () => {
    await go(next.href, true);
    if (playing !== undefined) play();
  }, PACE);
  byId("step-play")?.setAttribute("aria-pressed", "true");
}

/** Show the features that need a script. */
function prepare() {
  const button = byId("step-play");
  if (button) {
    button.hidden = !link("after");
    button.setAttribute("aria-pressed", String(playing !== undefined));
  }
  // With a script, the slider submits the form itself.
  document.querySelector("#to-move button")?.setAttribute("hidden", "");
}

/** @param {string} key */
function follow(key) {
  const found = link(key);
  if (found) {
    stop();
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
    else stop();
    return;
  }
  const step = /** @type {HTMLAnchorElement | null} */ (target.closest("#steps a.step, #steps .perspectives a"));
  if (step) {
    event.preventDefault();
    stop();
    void go(step.href, true);
  }
});

document.addEventListener("change", (event) => {
  const target = /** @type {HTMLInputElement} */ (event.target);
  const form = /** @type {HTMLFormElement | null} */ (target.closest("#to-move"));
  if (!form) return;
  stop();
  const seat = /** @type {HTMLInputElement} */ (form.elements.namedItem("seat")).value;
  void go(`${form.action}?turn=${target.value}&seat=${seat}`, true);
});

let startX = 0;
document.addEventListener("touchstart", (event) => { startX = event.touches[0]?.clientX ?? 0; }, { passive: true });
document.addEventListener("touchend", (event) => {
  const distance = (event.changedTouches[0]?.clientX ?? startX) - startX;
  const target = /** @type {HTMLElement} */ (event.target);
  if (Math.abs(distance) > SWIPE && target.closest("#stage")) follow(distance < 0 ? "after" : "before");
}, { passive: true });

window.addEventListener("popstate", () => { void go(location.href, false); });

prepare();
