/** What lies on the shelf: the JSON of an event around its terms, and of a term, in bytes, and for how long it holds. */
import { createHash } from 'node:crypto'
import type { TermName } from '../contract/resources/index.ts'
import { represent, type View } from '../representations/json/index.ts'
import type { EventItem, Glance, TermItem } from '../store/store.ts'

/** Bytes, and what stands for them in an ETag. */
export interface Piece {
  readonly bytes: Buffer
  readonly tag: string
}

/** What is known of something on the shelf: it holds from one publication of something scheduled to the next. */
export interface Shelved {
  /** Seconds since 1970 UTC. */
  readonly since: number
  readonly until: number
  /** The newest revision at which it is known to be what it is. */
  asOf: number
}

export interface ShelvedTerm extends Shelved {
  readonly name: string
  readonly piece: Piece
}

export type Born = Readonly<Record<TermName, readonly { readonly id: number; readonly name: string }[]>>

export interface ShelvedEvent extends Shelved {
  /** What stands before its categories, between them and its tags, and behind these. */
  readonly parts: readonly [Piece, Piece, Piece]
  readonly born: Born
  readonly images: readonly number[]
}

/** What an entry takes besides its bytes. */
const ENTRY = 500

/** A text, as a piece. */
export function pieceOf(text: string): Piece {
  // Memory of its own: a short text would be given a place among others that are long gone, and hold all of that.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return { bytes, tag: createHash('sha1').update(bytes).digest('base64url').slice(0, 12) }
}

/** The members of an object in JSON, each behind a comma but the first. */
function members(entries: readonly (readonly [string, unknown])[]): string {
  const known = entries.filter(([, value]) => value !== undefined)
  return known.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')
}

/** The JSON of an event around its terms: its categories and its tags follow one another. */
function partsOf(item: EventItem, view: View): ShelvedEvent['parts'] {
  const entries = Object.entries(represent('event', item, view))
  const at = entries.findIndex(([name]) => name === 'categories')
  const before = `{${members(entries.slice(0, at))},"categories":[`
  return [pieceOf(before), pieceOf('],"tags":['), pieceOf(`],${members(entries.slice(at + 2))}}`)]
}

const bornOf = (items: readonly TermItem<{ readonly id: number; readonly name: string }>[]) =>
  items.map(({ record: { id, name } }) => ({ id, name }))

/** An event as it is put on the shelf. */
export function eventOf(item: EventItem, view: View, shelved: Shelved): ShelvedEvent {
  const { isProtected, categories, tags, venues, organizers } = item
  const born = isProtected ? { category: [], tag: [] } : { category: bornOf(categories), tag: bornOf(tags) }
  const images = [item, ...venues, ...organizers].flatMap(({ image }) => image?.id ?? [])
  return { ...shelved, parts: partsOf(item, view), born, images }
}

/** Bytes that pieces take. */
export const sizeOf = (pieces: readonly Piece[]) =>
  pieces.reduce((size, { bytes }) => size + bytes.length, ENTRY)

/** Whether something on the shelf is what it would be made now; that it is, is known from then on. */
export function holds(
  shelved: Shelved,
  { revision }: Pick<Glance, 'revision'>,
  now: number,
  isUnchanged: () => boolean,
): boolean {
  const { asOf, since, until } = shelved
  if (asOf > revision || now < since || now >= until) return false
  if (asOf < revision && !isUnchanged()) return false
  shelved.asOf = revision
  return true
}
