/** The freshness of cached events: the seconds for which they hold, and the revision up to which the journal shows no change of them. */
import { type TermName, termNames } from '../../contract/resources/index.ts'
import type { EventItem, MemoryView, TermItem } from '../../store/store.ts'

/** The validity of an entry: from one scheduled publication to the next. */
export interface CacheEntryValidity {
  /** Seconds since 1970 UTC. */
  readonly since: number
  readonly until: number
  /** The newest revision at which the entry is known to be valid. */
  asOf: number
}

type TermsOfEvent = Readonly<Record<TermName, readonly { readonly id: number; readonly name: string }[]>>

/** The other items that the representation of an event shows. Its venues and organizers count as parts of the event. */
export interface RepresentationSourceIds {
  readonly terms: TermsOfEvent
  readonly images: readonly number[]
  /** The parent that the linked data of a single event names. */
  readonly parent: number | undefined
  /** Whether the linked data of a single event tells which dates its series lacks: any other event may be one. */
  readonly isOfSeries: boolean
}

/** A viewer's key, the read view and the time (seconds since 1970 UTC). */
export interface CacheViewer {
  readonly readView: Pick<MemoryView, 'revision' | 'isAsOf' | 'areAsOf'>
  readonly kind: string
  readonly now: number
}

const termsOf = (items: readonly TermItem<{ readonly id: number; readonly name: string }>[]) =>
  items.map(({ record: { id, name } }) => ({ id, name }))

/** Returns what the representation of an event shows besides the event. */
export function representationSourceIdsOfEvent(item: EventItem, isSingle: boolean): RepresentationSourceIds {
  const { isProtected, categories, tags, venues, organizers, record } = item
  return {
    terms: isProtected ? { category: [], tag: [] } : { category: termsOf(categories), tag: termsOf(tags) },
    images: [item, ...venues, ...organizers].flatMap(({ image }) => image?.id ?? []),
    parent: isSingle ? (record.post_parent ?? undefined) : undefined,
    isOfSeries: isSingle && record.series !== null,
  }
}

/** Whether an entry holds at this second and is not newer than the view. */
export const isValidNow = (
  { asOf, since, until }: CacheEntryValidity,
  { readView, now }: CacheViewer,
): boolean => asOf <= readView.revision && since <= now && now < until

/** Whether nothing but terms of an event has changed since its entry was made. */
export function isFreshButForTerms(
  id: number,
  entry: CacheEntryValidity & RepresentationSourceIds,
  { readView }: CacheViewer,
): boolean {
  const { asOf, images, parent, isOfSeries } = entry
  if (!readView.isAsOf('event', id, asOf)) return false
  if (isOfSeries && !readView.areAsOf('event', asOf)) return false
  if (!images.every((image) => readView.isAsOf('media', image, asOf))) return false
  return parent === undefined || readView.isAsOf('event', parent, asOf)
}

/** Whether the terms of an event have not changed since its entry was made. */
export const areTermsCurrent = (
  { asOf, terms }: CacheEntryValidity & RepresentationSourceIds,
  { readView }: CacheViewer,
): boolean =>
  termNames.every(
    (name) =>
      readView.areAsOf(name, asOf) || terms[name].every((term) => readView.isAsOf(name, term.id, asOf)),
  )
