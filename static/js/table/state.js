/* State: what this page knows, as a fold of the server's messages (docs/protocol.md 1). Pure: no page, no clock. */

export function emptyState() {
  return { table: null, match: null, seq: 0, view: null, you: null, presence: null };
}

/**
 * Return `{ state, change }` after a message. `change` is what happened: "table", "match", "event", "presence",
 * "gap" (events are missing: ask for a resync) or null (nothing new). The old state is never touched.
 */
export function reduce(state, message) {
  switch (message.type) {
    case "table":
      if (state.table && message.table.version < state.table.version) return { state, change: null };
      return { state: { ...state, table: message.table }, change: "table" };
    case "match": {
      const { match, seq, view, you = null } = message;
      if (match === state.match && seq < state.seq) return { state, change: null };
      return { state: { ...state, match, seq, view, you }, change: "match" };
    }
    case "event":
      return reduceEvent(state, message);
    case "presence":
      return { state: { ...state, presence: message }, change: "presence" };
    default:
      return { state, change: null };
  }
}

function reduceEvent(state, event) {
  const isFirst = event.match !== state.match && event.seq === 1;
  const seq = isFirst ? 0 : state.seq;
  if (!isFirst && event.match !== state.match) return { state, change: "gap" };
  if (event.seq <= seq) return { state, change: null };
  if (event.seq > seq + 1) return { state, change: "gap" };
  const view = { ...(isFirst ? {} : state.view), ...event.state };
  const you = event.you === undefined ? (isFirst ? null : state.you) : event.you; // null: somebody else sits there now
  return { state: { ...state, match: event.match, seq: event.seq, view, you }, change: "event" };
}
