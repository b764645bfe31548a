/** Loads the text of the rules into the drawer when it is first needed. Without scripts, links lead to the rules page. */

const all = document.getElementById("all-rules");
const link = all?.querySelector("a");
let isLoaded = false;

/** Load the rules if the address names them, and go on to the paragraph that it names. */
async function show() {
  const { hash } = location;
  if (!all || !link || isLoaded || !/^#(pane-rules$|rule-)/.test(hash)) return;
  const text = await fetch(link.href).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  const rules = new DOMParser().parseFromString(text, "text/html").querySelectorAll(".rules-text > section");
  if (!rules.length && hash !== "#pane-rules") location.assign(link.href + hash);
  if (isLoaded || !rules.length) return;
  isLoaded = true;
  all.prepend(...rules);
  for (const figure of all.querySelectorAll("figure")) figure.remove();
  if (hash !== "#pane-rules") location.replace(hash);
}

if (link) {
  document.addEventListener("click", (event) => {
    const rule = event.target instanceof Element ? event.target.closest("a.to-rule") : null;
    if (!(rule instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.hash = rule.hash;
  });
  addEventListener("hashchange", show);
  show();
}
