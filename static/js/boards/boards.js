/* Boards: keeps the boards on a page, and its TV, as the server tells them. The page is whole without this. */

import { TableSocket } from "../table/socket.js";
import { drawBoard, makeBoard } from "./board.js";

const LIST_EVERY = 30000; // ms until tables that have begun meanwhile are looked for

const list = document.getElementById("boards");
const tv = document.querySelector("[data-tv]");
const latest = new Map(); // code → the board last told
const isFollowed = (code) => latest.has(code);
let onTv = null;

const addressOf = (code) => (tv ?? list).dataset.tableUrl.replace(/0\/$/, `${code}/`);
const inList = (code) => list?.querySelector(`[data-table="${CSS.escape(code)}"]`) ?? null;

const socket = new TableSocket({
  path: "/ws/v1/boards/",
  position: () => null,
  onMessage: hear,
  onLine: (state) => document.documentElement.toggleAttribute("data-offline", state !== "online"),
});

function hear(message) {
  switch (message.type) {
    case "hello":
      if (latest.size) socket.tell({ type: "subscribe", tables: [...latest.keys()] });
      if (tv) socket.tell({ type: "tv" });
      break;
    case "board":
      show(message.board);
      break;
    case "gone":
      takeDown(message.table);
      break;
    case "tv":
      tune(message.table);
      break;
  }
}

const isOlder = (board, old) =>
  old && (board.version < old.version || (board.match === old.match && board.seq < old.seq));

function show(board) {
  if (!isFollowed(board.code) || isOlder(board, latest.get(board.code))) return;
  latest.set(board.code, board);
  const node = inList(board.code);
  if (node) drawBoard(node, board);
  if (board.code === onTv) drawTv(board);
}

function takeDown(code) {
  latest.delete(code);
  inList(code)?.remove();
  if (code === onTv) switchOff();
}

function follow(codes) {
  const fresh = codes.filter((code) => !isFollowed(code));
  for (const code of fresh) latest.set(code, null);
  if (fresh.length) socket.tell({ type: "subscribe", tables: fresh });
}

function unfollow(code) {
  if (!code || !isFollowed(code) || inList(code) || code === onTv) return;
  latest.delete(code);
  socket.tell({ type: "unsubscribe", tables: [code] });
}

/* --- TV --- */

function tune(code) {
  const before = onTv;
  onTv = code;
  if (before !== code) unfollow(before);
  if (!code) switchOff();
  else if (latest.get(code)) drawTv(latest.get(code));
  else follow([code]);
}

function drawTv(board) {
  const screen = tv.querySelector(".tv-screen");
  let node = screen.querySelector(".board");
  if (node?.dataset.table !== board.code) {
    node?.remove();
    node = makeBoard(addressOf(board.code));
    screen.append(node);
  }
  drawBoard(node, board);
  tv.querySelector(".tv-off").hidden = true;
}

function switchOff() {
  tv.querySelector(".tv-screen").replaceChildren();
  tv.querySelector(".tv-off").hidden = false;
}

/* --- the list --- */

/** Look for tables that have begun since, and take those away whose match has ended. */
async function renewList() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { credentials: "same-origin" }).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = [...page.querySelectorAll("#boards .board")];
  const codes = new Set(found.map((node) => node.dataset.table));
  for (const node of list.querySelectorAll(".board")) {
    const isOver = latest.get(node.dataset.table)?.status !== "running";
    if (codes.has(node.dataset.table) || !isOver || node.contains(document.activeElement)) continue;
    node.remove();
    unfollow(node.dataset.table);
  }
  const news = found.filter((node) => !inList(node.dataset.table));
  list.append(...news.map((node) => document.adoptNode(node)));
  follow(news.map((node) => node.dataset.table));
}

if (list) {
  for (const node of list.querySelectorAll(".board")) latest.set(node.dataset.table, null);
  setInterval(renewList, LIST_EVERY);
}
