/** Slugs: readable identifiers of items in addresses. */

import { lowerCaseWithoutLatinAccents } from './letters.ts'
import { unicodeNormalizedText } from './normalized.ts'

const maxBytes = 200
const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
/** Invisible letters and marks, and the enclosing marks of emoji digits. */
const unseen = /(?=[\p{L}\p{M}])\p{Default_Ignorable_Code_Point}|[\u20d0-\u20ff]/gu

/** The slug of a title or name, at most 200 bytes; empty if it has no letter or digit. */
export function slugify(text: string): string {
  const plain = unicodeNormalizedText(lowerCaseWithoutLatinAccents(text).replace(unseen, ''))
  return cut((plain.match(words) ?? []).join('-'), maxBytes)
}

/** The slug of a text, or the fallback if the slug is empty. */
export function slugOr(text: string, fallback: string): string {
  return slugify(text) || fallback
}

/** A slug with a suffix behind a hyphen; at most 180 bytes, so that a number fits behind it. */
export function slugWithTextSuffix(slug: string, suffix: string): string {
  return `${cut(slug, maxBytes - 21 - suffix.length)}-${suffix}`
}

/** The nth candidate for a unique slug: `x`, `x-2`, `x-3`; at most 200 bytes. */
export function numberedSlug(slug: string, n: number): string {
  const suffix = n === 1 ? '' : `-${n}`
  return cut(slug, maxBytes - suffix.length) + suffix
}

/** The most bytes that one UTF-16 unit takes in UTF-8. */
const UNIT_BYTES = 3

function cut(slug: string, bytes: number): string {
  if (slug.length * UNIT_BYTES <= bytes) return slug.replace(/-$/, '')
  const { read } = new TextEncoder().encodeInto(slug, new Uint8Array(bytes))
  const kept = slug.slice(0, read)
  return (beginsWithMark(slug.slice(read)) ? withoutLastLetter(kept) : kept).replace(/-$/, '')
}

function beginsWithMark(text: string): boolean {
  return /^\p{M}/u.test(text)
}

/** Removes the last letter with its marks: a letter without some of its marks is another letter. Keeps a text of only one letter. */
function withoutLastLetter(text: string): string {
  return text.replace(/\P{M}\p{M}*$/u, '') || text
}
