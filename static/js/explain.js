/* Explain: opens a number of a table in front of it; without script the number leads to the page that says the same. */

const dialog = document.getElementById("explain");

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.sum");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const answer = await fetch(link.href, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) {
    location.assign(link.href);
    return;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const title = page.querySelector("main h2");
  title.id = "explain-title";
  const shut = document.createElement("button");
  shut.className = "button";
  shut.textContent = dialog.dataset.shut;
  shut.addEventListener("click", () => dialog.close());
  const actions = document.createElement("p");
  actions.className = "actions";
  actions.append(shut);
  const sum = page.getElementById(new URL(link.href).hash.slice(1)) ?? page.getElementById("sums");
  dialog.replaceChildren(document.adoptNode(title), document.adoptNode(sum), actions);
  dialog.showModal();
});

dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
