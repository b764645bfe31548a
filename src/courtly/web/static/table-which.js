/** The question which of several acts is meant. */

/**
 * Ask which of several acts to do.
 * @param {readonly import("./table-acts.js").Act[]} acts
 * @returns {Promise<import("./table-acts.js").Act | null>}
 */
export function askWhich(acts) {
  const box = document.createElement("div");
  box.className = "which";
  box.popover = "auto";
  return new Promise((resolve) => {
    for (const act of acts) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "act";
      button.textContent = act.words;
      button.addEventListener("click", () => {
        resolve(act);
        box.hidePopover();
      });
      box.append(button);
    }
    box.addEventListener("toggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
      resolve(null);
      box.remove();
    });
    document.body.append(box);
    box.showPopover();
    box.querySelector("button")?.focus();
  });
}
