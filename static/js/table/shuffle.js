/* Shuffle: the deck that a seed and the players' entropy give, and what was promised of both (docs/fair-deal.md). Pure. */

import { sha256 } from "./sha256.js";

const CODES = [..."dcsb"].flatMap((suit) => [..."4567FCRA23"].map((rank) => rank + suit));
const BLOCK = 64; // bytes; a key of HMAC-SHA-256 is filled up to it

export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const textBytes = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** A hand's place in the hashes: its table, and its number in four bytes. */
function placeBytes(table, hand) {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, hand);
  return joined(textBytes(table), number);
}

/** Return what the server commits to before a hand; all in hex. */
export const sealOf = (seed, table, hand) => hexOf(sha256(joined(bytesOf(seed), placeBytes(table, hand))));

/** Return what the player at a seat commits to; all in hex. */
export const commitmentOf = (entropy, table, hand, seat) => hexOf(sha256(joined(bytesOf(entropy), placeBytes(table, hand), [seat])));

function hmac(key, message) {
  const padded = (mark) => Uint8Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ mark);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), message))));
}

/** The bytes of HMAC_DRBG (NIST SP 800-90A) with SHA-256, asked for 32 at a time. */
function* randomBytes(material) {
  let key = new Uint8Array(32);
  let value = new Uint8Array(32).fill(1);
  for (const step of [0, 1]) {
    key = hmac(key, joined(value, [step], material));
    value = hmac(key, value);
  }
  for (;;) {
    value = hmac(key, value);
    yield* value;
    key = hmac(key, joined(value, [0]));
    value = hmac(key, value);
  }
}

/** Return the forty codes in their order. `seed` and `entropies`, one a seat, are hex; none is "". */
export function shuffled(seed, entropies, table, hand) {
  const nonce = sha256(joined(...entropies.map((entropy) => sha256(bytesOf(entropy)))));
  const source = randomBytes(joined(bytesOf(seed), nonce, textBytes(`${table}:${hand}`)));
  const deck = [...CODES];
  for (let size = deck.length; size > 1; size -= 1) {
    let byte;
    do byte = source.next().value;
    while (byte >= 256 - (256 % size)); // it would favour some places
    const other = byte % size;
    [deck[size - 1], deck[other]] = [deck[other], deck[size - 1]];
  }
  return deck;
}
