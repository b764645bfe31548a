/** Disables the options of a form that exclude a chosen option, and says why. The server checks the options in any case. */

/** @type {NodeListOf<HTMLFieldSetElement>} */
const fields = document.querySelectorAll("[data-excluded-by]");

/** Whether another value than the default is chosen. @param {HTMLFieldSetElement | null} field */
function isChosen(field) {
  const checked = /** @type {HTMLInputElement | null | undefined} */ (field?.querySelector("input:checked"));
  return Boolean(checked) && checked?.value !== field?.dataset.default;
}

function update() {
  for (const field of fields) {
    const others = (field.dataset.excludedBy ?? "").split(" ").map((name) => document.querySelector(`fieldset.option-${name}`));
    // If the server has refused two options, both stay open until the user changes one.
    field.disabled = !isChosen(field) && others.some((other) => isChosen(/** @type {HTMLFieldSetElement} */ (other)));
    /** @type {HTMLElement} */ (field.querySelector(".conflict")).hidden = !field.disabled;
  }
}

document.addEventListener("change", update);
// The browser may restore earlier choices after the script has run.
addEventListener("pageshow", update);
