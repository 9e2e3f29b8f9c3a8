/** Slugs: the names of things in addresses. */

import { plainLatin } from './letters.ts'

const longest = 200
const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
/** Letters and marks that show nothing by themselves, and the frames around emoji digits. */
const unseen = /(?=[\p{L}\p{M}])\p{Default_Ignorable_Code_Point}|[\u20d0-\u20ff]/gu

/** The slug of a title or name, at most 200 bytes; empty when it has no letter or digit. */
export function slugify(text: string): string {
  const plain = plainLatin(text).replace(unseen, '').normalize('NFC')
  return cut((plain.match(words) ?? []).join('-'), longest)
}

/** The slug of a text, or the fallback when nothing of the text is left. */
export function slugOr(text: string, fallback: string): string {
  return slugify(text) || fallback
}

/** The nth slug to try when the ones before are taken: `x`, `x-2`, `x-3`. */
export function slugCandidate(slug: string, n: number): string {
  const suffix = n === 1 ? '' : `-${n}`
  return cut(slug, longest - suffix.length) + suffix
}

function cut(slug: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(slug, new Uint8Array(bytes))
  const kept = slug.slice(0, read)
  return (beginsWithMark(slug.slice(read)) ? withoutLastLetter(kept) : kept).replace(/-$/, '')
}

function beginsWithMark(text: string): boolean {
  return /^\p{M}/u.test(text)
}

/** A letter that lost some of its marks is another letter; one longer than the whole slug has to bear it. */
function withoutLastLetter(text: string): string {
  return text.replace(/\P{M}\p{M}*$/u, '') || text
}
