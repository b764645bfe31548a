/** Makes the copy buttons work on pages without a live connection. */

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? ""));
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else document.execCommand("copy");
  const before = button.textContent;
  button.textContent = button.dataset.done ?? before;
  setTimeout(() => (button.textContent = before), 2000);
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-copy]"))) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
