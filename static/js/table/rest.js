/* REST: requests to our own API with the site's cookie. */

function csrfToken() {
  return document.querySelector("meta[name=csrf-token]")?.content ?? "";
}

/** A refusal of the server: `code` is stable (docs/protocol.md 3), `message` is for people. */
export class Refusal extends Error {
  constructor(code, detail) {
    super(detail || code);
    this.code = code;
  }
}

/** Send a request to /api/v1 and return its JSON (null when there is none). Throws Refusal. */
export async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrfToken() },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Refusal("offline", gettext("No connection. Nothing was changed."));
  }
  const text = await answer.text();
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    throw new Refusal("bad_answer", gettext("The server's answer could not be read. Try again."));
  }
  if (!answer.ok) throw new Refusal(json?.code ?? `http_${answer.status}`, json?.detail ?? "");
  return json;
}
