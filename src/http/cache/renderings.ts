/**
 * Renderings of items, by form and kind of viewer: events as JSON, as entries of pages, and as iCalendar. One holds from one scheduled
 * publication to the next, for as long as the journal has no change of what it shows.
 */
import { type ResourceName, resourceNames, termNames } from '../../contract/resources/index.ts'
import { type AccessScope, accessScopeKey } from '../../domain/publication.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type ListedEvent, representListedEvent } from '../../representations/json/event.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import { cacheKeyOfRootContentLanguage, type Root } from '../../representations/urls.ts'
import type { EventItem, EventLinkKind, MemoryView, ReadView, Viewer } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import { cacheByGroupAndId } from '../../support/shared-budget-cache.ts'

// The part of the keys of caches that says what a viewer may see.

const rootKey = memoizedByObject((root: Root) => {
  const dialect = root.dialect?.form ?? 'own'
  return `${root.url}\n${root.namespace}\n${dialect}\n${cacheKeyOfRootContentLanguage(root)}`
})

/** The part of the cache key for a viewer and a root: viewers with equal keys see equal representations. */
export const viewerKey = (scope: AccessScope, { root }: Pick<JsonItemContext, 'root'>): string =>
  `${rootKey(root)}\n${accessScopeKey(scope)}`

/** The ids of the items that something shows, by resource. */
export type ShownIds = Readonly<Partial<Record<ResourceName, readonly number[]>>>

export interface Rendering {
  readonly id: number
  readonly shown: ShownIds
  /** The resource of which any item may change it, besides those that it shows. */
  readonly changesWithAny?: ResourceName | undefined
  /** Bytes, about. */
  readonly size: number
}

/** A view that tells what has changed, and for whom renderings are: viewers with the same group see the same. */
interface RenderingReader<V extends MemoryView = MemoryView> {
  readonly readView: V
  readonly group: string
  readonly moment: Moment
}

/** Bytes of an entry besides its rendering, about. */
const ENTRY = 1000

interface Kept<T> {
  readonly rendering: T
  readonly since: number
  readonly until: number
  /** The newest revision at which it is known to hold. */
  asOf: number
}

const idsOf = (items: readonly { readonly record: { readonly id: number } }[]) =>
  items.map(({ record: { id } }) => id)

export const imageIdsOf = (
  items: readonly { readonly image?: { readonly id: number } | undefined }[],
): readonly number[] => items.flatMap(({ image }) => image?.id ?? [])

/** Returns all that an event shows. */
export function idsShownByEvent(item: EventItem): ShownIds {
  const { record, isProtected, venues, organizers, categories, tags, series, group } = item
  return {
    event: [record.id],
    venue: idsOf(venues),
    organizer: idsOf(organizers),
    series: series === undefined ? [] : [series.id],
    group: group === undefined ? [] : [group.id],
    category: isProtected ? [] : idsOf(categories),
    tag: isProtected ? [] : idsOf(tags),
    media: imageIdsOf([item, ...venues, ...organizers]),
  }
}

/** Returns all that a single event shows: its linked data names its parent, too. */
export function idsShownBySingleEvent(item: EventItem): ShownIds {
  const { id, post_parent: parent } = item.record
  return { ...idsShownByEvent(item), event: parent === null ? [id] : [id, parent] }
}

/** Returns an empty cache. Where only the names of terms are shown, their counts may change. */
export function renderingCache<T extends Rendering>({ showsTermNamesAlone = false } = {}) {
  const kept = cacheByGroupAndId<Kept<T>>()
  const named = showsTermNamesAlone ? termNames : []

  function areUnchanged({ rendering: { shown, changesWithAny }, asOf }: Kept<T>, view: MemoryView): boolean {
    const isUnchanged = (name: ResourceName) => {
      if ((shown[name] === undefined && name !== changesWithAny) || view.areAsOf(name, asOf)) return true
      if (name === changesWithAny) return false
      if (named.some((term) => term === name && view.namesAsOf(term, asOf))) return true
      return shown[name]?.every((id) => view.isAsOf(name, id, asOf)) ?? true
    }
    return resourceNames.every(isUnchanged)
  }

  /** The rendering of an item that holds; undefined if there is none. */
  function find(id: number, { readView, group, moment }: RenderingReader): T | undefined {
    const one = kept.get(group, id)
    const now = epochOfInstant(moment.now)
    if (one === undefined || one.asOf > readView.revision || now < one.since || now >= one.until)
      return undefined
    if (one.asOf !== readView.revision && !areUnchanged(one, readView)) return undefined
    one.asOf = readView.revision
    return one.rendering
  }

  /** Keeps a rendering of what the view shows, until a second since 1970 UTC. */
  function keep(rendering: T, { readView, group, moment }: RenderingReader, until: number): void {
    const entry = { rendering, since: epochOfInstant(moment.now), until, asOf: readView.revision }
    kept.set(group, rendering.id, entry, rendering.size + ENTRY)
  }

  return {
    find,
    keep,
    /** Returns the renderings of these items, in their order; `make` makes the missing ones. */
    async take(
      ids: readonly number[],
      reader: RenderingReader<ReadView>,
      make: (missing: readonly number[]) => Promise<readonly T[]>,
    ): Promise<readonly T[]> {
      const found = new Map(ids.map((id) => [id, find(id, reader)]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      if (missing.length > 0) {
        const made = await make(missing)
        const until = await reader.readView.nextPublication(reader.moment)
        for (const rendering of made) {
          found.set(rendering.id, rendering)
          keep(rendering, reader, until)
        }
      }
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  }
}

export type Renderings<T extends Rendering> = ReturnType<typeof renderingCache<T>>

// The renderings of events as lists on pages show them.

/** Estimated size of an entry in bytes, with the lines and entries of pages that are kept with it. */
const LISTED_EVENT = 1200
/** The same of a venue. Events that are read together share theirs, but most have different ones. */
const VENUE = 1800

interface Entry extends Rendering {
  readonly event: ListedEvent
}

/** Returns what takes events from an empty cache. */
export function shownEventsCache() {
  const entries = renderingCache<Entry>()
  /**
   * Returns these events as a read view shows them to a viewer, with the linked items of these kinds; reads and represents those
   * that are missing.
   */
  return async (
    readView: ReadView,
    ids: readonly number[],
    viewer: Viewer,
    { view, links }: { readonly view: JsonItemContext; readonly links: readonly EventLinkKind[] },
  ) => {
    const group = `${viewerKey(viewer.scope, view)}\n${links}`
    const taken = await entries.take(ids, { readView, group, moment: viewer.moment }, async (missing) =>
      (await readView.listedEvents(missing, viewer, links)).map((item) => {
        const { record, venues, categories } = item
        const shown = {
          event: [record.id],
          category: categories.map((one) => one.record.id),
          media: imageIdsOf([item, ...venues]),
        }
        return {
          id: record.id,
          event: representListedEvent(item, view),
          shown,
          size: LISTED_EVENT + VENUE * venues.length,
        }
      }),
    )
    return taken.map(({ event }) => event)
  }
}

export type TakeShownEvents = ReturnType<typeof shownEventsCache>
