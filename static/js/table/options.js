/* Options: the panel where this device's settings are chosen. */

import { set, settings } from "./settings.js";

/** Fill the form from the settings and keep what is changed. */
export function bindOptions(form) {
  for (const [name, value] of Object.entries(settings)) {
    const field = form.elements[name];
    if (!field) continue;
    if (field.type === "checkbox") field.checked = value;
    else field.value = String(value);
  }
  form.addEventListener("input", ({ target }) => {
    if (!(target.name in settings)) return;
    if (target.type === "checkbox") set(target.name, target.checked);
    else if (typeof settings[target.name] === "number") set(target.name, Number(target.value));
    else set(target.name, target.value);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}
