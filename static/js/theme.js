/**
 * Theme: the reader's light or dark page and contrast, kept in this browser.
 *
 * Loaded in <head> as a plain script, not deferred, so that the choice is on <html> before the first paint;
 * clicks are heard on the document because the switch is not there yet. Nothing else depends on this file.
 */
(() => {
  const root = document.documentElement;
  const CHOICES = { theme: ["light", "dark"], contrast: ["high", "normal"] };

  /** The stored choice, or "auto" where there is none or storage is shut. */
  const stored = (name) => {
    try {
      const value = localStorage.getItem(`bongioco.${name}`);
      return CHOICES[name].includes(value) ? value : "auto";
    } catch {
      return "auto";
    }
  };

  const apply = (name, value) => {
    if (value === "auto") root.removeAttribute(`data-${name}`);
    else root.setAttribute(`data-${name}`, value);
    for (const button of document.querySelectorAll(`[data-set-${name}]`)) {
      button.setAttribute("aria-pressed", String(button.getAttribute(`data-set-${name}`) === value));
    }
  };

  const choose = (name, value) => {
    apply(name, value);
    try {
      if (value === "auto") localStorage.removeItem(`bongioco.${name}`);
      else localStorage.setItem(`bongioco.${name}`, value);
    } catch {
      // Storage is shut: the choice lasts until the page goes.
    }
  };

  const names = Object.keys(CHOICES);
  for (const name of names) apply(name, stored(name));

  document.addEventListener("DOMContentLoaded", () => {
    for (const name of names) apply(name, stored(name));
    for (const part of document.querySelectorAll("[data-needs-script]")) part.hidden = false;
  });

  document.addEventListener("click", (event) => {
    for (const name of names) {
      const button = event.target.closest?.(`[data-set-${name}]`);
      if (button) choose(name, button.getAttribute(`data-set-${name}`));
    }
  });

  addEventListener("storage", (event) => {
    for (const name of names) if (event.key === `bongioco.${name}`) apply(name, stored(name));
  });
})();
