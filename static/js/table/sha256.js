/* SHA-256 (FIPS 180-4). The browser's own is shut where a club's server is reached over plain http. Pure. */

const ROUNDS = 64;
const INITIAL = [];
const CONSTANTS = [];

/** The first 32 bits of the fraction of a root: where the standard takes its numbers from. */
const fraction = (number, power) => Math.floor((number ** power % 1) * 2 ** 32) >>> 0;

for (let number = 2; CONSTANTS.length < ROUNDS; number += 1) {
  let isPrime = true;
  for (let factor = 2; factor * factor <= number; factor += 1) isPrime &&= number % factor !== 0;
  if (!isPrime) continue;
  if (INITIAL.length < 8) INITIAL.push(fraction(number, 1 / 2));
  CONSTANTS.push(fraction(number, 1 / 3));
}

const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** Return the SHA-256 of bytes, as bytes. */
export function sha256(bytes) {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const state = Uint32Array.from(INITIAL);
  const words = new Uint32Array(ROUNDS);
  for (let start = 0; start < length; start += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getUint32(start + at * 4);
    for (let at = 16; at < ROUNDS; at += 1) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16] + small + words[at - 7] + large;
    }
    mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => digest.setUint32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const chosen = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + CONSTANTS[at] + words[at]) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] += word;
  });
}
