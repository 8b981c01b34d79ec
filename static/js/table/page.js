/* Page: what the server's template tells the scripts. */

/** The data attributes of #page-data: code, title, userId, decks (their folder), icons, ticker, loginUrl, lobbyUrl, replayUrl. */
export const page = document.getElementById("page-data").dataset;
