/** Random text of any characters, also unassigned ones and controls. */
import fc, { type Arbitrary } from 'fast-check'

/** A code point, half of them of the first plane, where most scripts are. Never half of a pair. */
const codePoint = fc.oneof(
  fc.integer({ min: 0, max: 0xd7ff }),
  fc.integer({ min: 0, max: 0x10ffff - 0x800 }).map((code) => (code < 0xd800 ? code : code + 0x800)),
)

/** Text of at most `most` code points. fast-check's own first lists every code point, for a second. */
export function anyText(most: number): Arbitrary<string> {
  return fc.array(codePoint, { maxLength: most }).map((codes) => String.fromCodePoint(...codes))
}
