/* Print: the button that prints the page; the browser's own menu does the same. */

const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
