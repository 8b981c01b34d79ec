/* Language: the page's own, as dates and lists are written in it. */

const { lang } = document.documentElement;

/** Days before months and a clock of 24 hours, in English as well. */
export const language = lang === "en" ? "en-GB" : lang;
