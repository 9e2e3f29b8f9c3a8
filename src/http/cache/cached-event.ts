/** The entries of the event JSON cache: the JSON of an event with its terms, or of a term, as bytes, and its validity. */
import { type ResourceName, type TermName, termNames } from '../../contract/resources/index.ts'
import { surrogateKeyOfItem } from '../../domain/surrogate-keys.ts'
import { type JsonItemContext, representItem } from '../../representations/json/index.ts'
import type { EventItem, Item } from '../../store/store.ts'
import { digestOf } from '../protocol/etag.ts'
import {
  type CacheEntryValidity,
  type RepresentationSourceIds,
  representationSourceIdsOfEvent,
} from './freshness.ts'

export interface CachedTerm extends CacheEntryValidity {
  readonly name: string
  readonly bytes: Buffer
}

/** The JSON of an event's categories and tags. */
type Terms = Readonly<Record<TermName, readonly Buffer[]>>

/** The items that an event shows besides its terms and images. */
interface ShownLinks {
  readonly id: number
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly series: number | undefined
  readonly group: number | undefined
}

export interface CachedEvent extends CacheEntryValidity, RepresentationSourceIds, ShownLinks {
  readonly bytes: Buffer
  /** A digest of the bytes, for ETags. */
  readonly digest: string
  /** The byte ranges of its categories and of its tags. */
  readonly holes: Readonly<Record<TermName, readonly [from: number, to: number]>>
  readonly version: number
  /** The slug that it is found by; "" in the trash, where none finds it. */
  readonly slug: string
}

/** Estimated overhead of an entry in bytes, besides its JSON. */
const ENTRY = 500

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((size, part) => size + part.length, 0)

/** Concatenates parts, outside Node's shared buffer pool, so that a short entry does not keep a whole slab of 64 KiB alive. */
export function gathered(parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Encodes a text as UTF-8. */
export const utf8Buffer = (text: string): Buffer => gathered([Buffer.from(text)])

/** Returns these bytes as they may be kept: a part of a larger buffer is copied, since it would keep all of that alive. */
export const keptBytes = (bytes: Buffer): Buffer =>
  bytes.length === bytes.buffer.byteLength ? bytes : gathered([bytes])

const comma = utf8Buffer(',')

/** The parts with commas between them. */
export const commaJoined = (parts: readonly Buffer[]): readonly Buffer[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [comma, part]))

/** Where the terms of an event are in its JSON. It has no such text before: names are in quotes, and quotes in texts are escaped. */
const NO_TERMS = '"categories":[],"tags":[]'

/** The JSON of an event before, between and after its categories and tags, which are adjacent members. */
function partsOf(item: EventItem, view: JsonItemContext): readonly [Buffer, Buffer, Buffer] {
  const json = JSON.stringify(representItem('event', { ...item, categories: [], tags: [] }, view))
  const at = json.indexOf(NO_TERMS)
  const before = `${json.slice(0, at)}"categories":[`
  return [Buffer.from(before), Buffer.from('],"tags":['), Buffer.from(`]${json.slice(at + NO_TERMS.length)}`)]
}

/** Joins the bytes of an event with those of its terms. */
function around([before, between, after]: readonly [Buffer, Buffer, Buffer], terms: Terms) {
  const [categories, tags] = [commaJoined(terms.category), commaJoined(terms.tag)]
  const bytes = gathered([before, ...categories, between, ...tags, after])
  const first = before.length + lengthOf(categories)
  const second = first + between.length
  return {
    bytes,
    digest: digestOf(bytes),
    holes: { category: [before.length, first], tag: [second, second + lengthOf(tags)] },
  } as const
}

const idsOf = (items: readonly { readonly record: { readonly id: number } }[]) =>
  items.map(({ record: { id } }) => id)

/** Returns all that an event shows. */
export const shownIdsOfEvent = (item: EventItem, isSingle = true) => ({
  ...representationSourceIdsOfEvent(item, isSingle),
  id: item.record.id,
  venues: idsOf(item.venues),
  organizers: idsOf(item.organizers),
  series: item.series?.id,
  group: item.group?.id,
})

/** Returns the keys of an event and of all that it shows, for caches in front of the service. */
export function surrogateKeysOfEvent(event: ShownLinks & RepresentationSourceIds): readonly string[] {
  const { id, venues, organizers, series, group, terms, images, parent } = event
  const ids: readonly (readonly [ResourceName, readonly (number | undefined)[]])[] = [
    ['event', [id, parent]],
    ['venue', venues],
    ['organizer', organizers],
    ['series', [series]],
    ['group', [group]],
    ...termNames.map((name) => [name, terms[name].map((term) => term.id)] as const),
    ['media', images],
  ]
  return ids.flatMap(([name, some]) =>
    some.flatMap((one) => (one === undefined ? [] : surrogateKeyOfItem(name, one))),
  )
}

/** Returns the keys of an item and, of an event, of all that it shows. */
export const surrogateKeysOfItem = (name: ResourceName, item: Item<ResourceName>): readonly string[] =>
  'isProtected' in item
    ? surrogateKeysOfEvent(shownIdsOfEvent(item))
    : [surrogateKeyOfItem(name, item.record.id)]

/** Builds the entry of an event with these terms. */
export function newEntry(
  item: EventItem,
  view: JsonItemContext,
  freshness: CacheEntryValidity,
  bytes: Terms,
): CachedEvent {
  const { version, slug, status } = item.record
  const entry = around(partsOf(item, view), bytes)
  return {
    version,
    slug: status === 'trash' ? '' : slug,
    ...shownIdsOfEvent(item, view.isSingle),
    ...freshness,
    ...entry,
  }
}

/** Returns the entry with other terms. */
export function withTerms(event: CachedEvent, freshness: CacheEntryValidity, terms: Terms): CachedEvent {
  const { bytes } = event
  const { category, tag } = event.holes
  const parts = [
    bytes.subarray(0, category[0]),
    bytes.subarray(category[1], tag[0]),
    bytes.subarray(tag[1]),
  ] as const
  return { ...event, ...freshness, ...around(parts, terms) }
}

/** The event as an object, to send a part of it. */
export const parseCachedEventJson = ({ bytes }: CachedEvent): object => JSON.parse(bytes.toString())

/** The size of an entry, in bytes. */
export const sizeOf = ({ bytes }: { readonly bytes: Buffer }): number => bytes.length + ENTRY
