/** The order of texts as both databases have it: by the bytes of UTF-8, which is by code points. */

// In UTF-16, the halves of surrogate pairs stand for characters beyond U+FFFF, but are lower than U+E000.
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares two texts by code points: negative where `a` comes first, positive where `b` does, 0 where they are equal. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return rank(one) - rank(other)
  }
  return a.length - b.length
}
