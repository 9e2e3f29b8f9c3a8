/**
 * The cache of the pages: events as lists on pages show them, each represented once. The journal tells which entries are still
 * valid.
 */
import { epochOf } from '../../domain/time/moment.ts'
import { type Event, event } from '../../representations/json/event.ts'
import type { View } from '../../representations/json/index.ts'
import type { EventItem, EventLink, ReadView, Viewer } from '../../store/store.ts'
import { kindOf } from './event-json-cache.ts'
import {
  areTermsAsOf,
  type Freshness,
  isAsOfEvent,
  isOfNow,
  type Reader,
  type Sources,
  sourcesOf,
} from './freshness.ts'
import { generations } from './generations.ts'

export interface ShownEvents {
  /**
   * Returns these events as a read view shows them to a viewer, with the linked items of these kinds, by default with all; reads
   * and represents those that are missing.
   */
  take(
    readView: ReadView,
    ids: readonly number[],
    viewer: Viewer,
    view: View,
    links?: readonly EventLink[],
  ): Promise<readonly Event[]>
}

const MAX_BYTES = 24 * 1024 * 1024
/** Estimated size of an entry in bytes, besides its texts. */
const ENTRY = 5000

interface Entry extends Freshness, Sources {
  readonly event: Event
}

const sizeOf = ({ record }: EventItem) => ENTRY + record.description.length + record.excerpt.length

/** Returns an empty cache. */
export function shownEvents(): ShownEvents {
  const entries = generations<Entry>(MAX_BYTES)

  function fromMemory(id: number, reader: Reader): Event | undefined {
    const entry = entries.get(reader.kind, id)
    if (entry === undefined || !isOfNow(entry, reader)) return undefined
    if (entry.asOf === reader.readView.revision) return entry.event
    if (!isAsOfEvent(id, entry, reader) || !areTermsAsOf(entry, reader)) return undefined
    entry.asOf = reader.readView.revision
    return entry.event
  }

  return {
    async take(readView, ids, viewer, view, links) {
      const now = epochOf(viewer.moment.now)
      const kind = `${kindOf(viewer.scope, view)}\n${links ?? 'all'}`
      const found = new Map(ids.map((id) => [id, fromMemory(id, { readView, kind, now })]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      if (missing.length > 0) {
        const items = await readView.events(missing, viewer, links)
        const until = (await readView.nextPublication(viewer.moment)) ?? Number.POSITIVE_INFINITY
        for (const item of items) {
          const { id } = item.record
          const freshness = { since: now, until, asOf: readView.revision }
          const shown = event(item, view)
          found.set(id, shown)
          entries.set(kind, id, { ...freshness, ...sourcesOf(item, false), event: shown }, sizeOf(item))
        }
      }
      return ids.map((id) => found.get(id)).filter((one) => one !== undefined)
    },
  }
}
