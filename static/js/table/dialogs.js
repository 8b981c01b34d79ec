/* Dialogs: a question before what cannot be undone, and the map of keys. */

/** Ask in the page's own dialog; resolves with true for yes. */
export function ask({ title, body, yes, isDanger = false }) {
  const dialog = document.getElementById("ask");
  dialog.querySelector("h2").textContent = title;
  dialog.querySelector("p").textContent = body;
  const button = dialog.querySelector("[value=yes]");
  button.textContent = yes;
  button.classList.toggle("button--danger", isDanger);
  button.classList.toggle("button--primary", !isDanger);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

/** Show or hide the map of keys. */
export function toggleKeys() {
  const dialog = document.getElementById("keys");
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** True while a dialog holds the keyboard. */
export const isOpen = () => document.querySelector("dialog[open]") !== null;
