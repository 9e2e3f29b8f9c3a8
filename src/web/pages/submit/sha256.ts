/** SHA-256 (FIPS 180-4). `crypto.subtle` is missing on pages without TLS, and slow for short texts. */

/** Returns the first 64 prime numbers, whose cube roots give the constants. */
function primes(): readonly number[] {
  const found: number[] = []
  for (let number = 2; found.length < 64; number += 1)
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  return found
}

const K = Uint32Array.from(primes(), (prime) => (prime ** (1 / 3) * 2 ** 32) | 0)
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const schedule = new Int32Array(64)

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by))
/** Words and constants are read at indexes that exist. */
const wordAt = (words: ArrayLike<number>, index: number) => words[index] ?? 0

/** Fills the message schedule from 64 bytes. */
function expand(bytes: DataView, at: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = bytes.getInt32(at + index * 4)
  for (let index = 16; index < 64; index += 1) {
    const [a, b] = [wordAt(schedule, index - 15), wordAt(schedule, index - 2)]
    const one = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3)
    const two = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10)
    schedule[index] = wordAt(schedule, index - 16) + one + wordAt(schedule, index - 7) + two
  }
}

/** Adds 64 bytes to a state of eight words. */
function compress(state: Int32Array, bytes: DataView, at: number): void {
  expand(bytes, at)
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let index = 0; index < 64; index += 1) {
    const one = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + wordAt(K, index) + wordAt(schedule, index)) | 0
    const two = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const second = (two + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const added = [a, b, c, d, e, f, g, h]
  for (let index = 0; index < 8; index += 1) state[index] = wordAt(state, index) + wordAt(added, index)
}

/** Returns the SHA-256 of a text as hexadecimal digits. */
export function sha256(text: string): string {
  const sent = new TextEncoder().encode(text)
  const padded = new Uint8Array(((sent.length + 72) >> 6) << 6)
  padded.set(sent)
  padded[sent.length] = 0x80
  const bytes = new DataView(padded.buffer)
  bytes.setUint32(padded.length - 4, sent.length * 8)
  const state = Int32Array.from(START)
  for (let at = 0; at < padded.length; at += 64) compress(state, bytes, at)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
