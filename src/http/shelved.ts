/** What lies on the shelf: the JSON of an event with its terms, and of a term, in bytes, and for how long it holds. */
import { createHash } from 'node:crypto'
import type { TermName } from '../contract/resources/index.ts'
import { represent, type View } from '../representations/json/index.ts'
import type { EventItem, TermItem } from '../store/store.ts'

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
  readonly bytes: Buffer
}

export type Born = Readonly<Record<TermName, readonly { readonly id: number; readonly name: string }[]>>

/** The JSON of terms, by what they are. */
export type Terms = Readonly<Record<TermName, readonly Buffer[]>>

export interface ShelvedEvent extends Shelved {
  readonly bytes: Buffer
  /** What stands for the bytes in an ETag. */
  readonly tag: string
  /** Where its categories and its tags begin and end among the bytes. */
  readonly holes: Readonly<Record<TermName, readonly [from: number, to: number]>>
  readonly born: Born
  readonly images: readonly number[]
}

/** What an entry takes besides its bytes. */
const ENTRY = 500

/** Bytes of memory of their own: short ones would be given a place among others that are long gone, and hold all of that. */
export function gathered(parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** A text as bytes. */
export const bytesOf = (text: string): Buffer => gathered([Buffer.from(text)])

const comma = Buffer.from(',')

/** With commas between. */
export const listed = (parts: readonly Buffer[]): readonly Buffer[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [comma, part]))

/** The members of an object in JSON, each behind a comma but the first. */
function members(entries: readonly (readonly [string, unknown])[]): string {
  const known = entries.filter(([, value]) => value !== undefined)
  return known.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')
}

/** The JSON of an event around its terms: its categories and its tags follow one another. */
function partsOf(item: EventItem, view: View): readonly [Buffer, Buffer, Buffer] {
  const entries = Object.entries(represent('event', item, view))
  const at = entries.findIndex(([name]) => name === 'categories')
  const before = `{${members(entries.slice(0, at))},"categories":[`
  return [Buffer.from(before), Buffer.from('],"tags":['), Buffer.from(`],${members(entries.slice(at + 2))}}`)]
}

/** The bytes of an event around these terms. */
function around([before, between, after]: readonly [Buffer, Buffer, Buffer], terms: Terms) {
  const [categories, tags] = [gathered(listed(terms.category)), gathered(listed(terms.tag))]
  const bytes = gathered([before, categories, between, tags, after])
  const second = before.length + categories.length + between.length
  return {
    bytes,
    tag: createHash('sha1').update(bytes).digest('base64url').slice(0, 12),
    holes: {
      category: [before.length, before.length + categories.length],
      tag: [second, second + tags.length],
    },
  } as const
}

const bornOf = (items: readonly TermItem<{ readonly id: number; readonly name: string }>[]) =>
  items.map(({ record: { id, name } }) => ({ id, name }))

/** An event as it is put on the shelf, with its terms as they are. */
export function eventOf(item: EventItem, view: View, shelved: Shelved, terms: Terms): ShelvedEvent {
  const { isProtected, categories, tags, venues, organizers } = item
  const born = isProtected ? { category: [], tag: [] } : { category: bornOf(categories), tag: bornOf(tags) }
  const images = [item, ...venues, ...organizers].flatMap(({ image }) => image?.id ?? [])
  return { born, images, ...shelved, ...around(partsOf(item, view), terms) }
}

/** An event with its terms as they are now. */
export function withTerms(event: ShelvedEvent, shelved: Shelved, terms: Terms): ShelvedEvent {
  const { bytes } = event
  const { category, tag } = event.holes
  const parts = [
    bytes.subarray(0, category[0]),
    bytes.subarray(category[1], tag[0]),
    bytes.subarray(tag[1]),
  ] as const
  return { ...event, ...shelved, ...around(parts, terms) }
}

/** Bytes that something on the shelf takes. */
export const sizeOf = ({ bytes }: { readonly bytes: Buffer }): number => bytes.length + ENTRY
