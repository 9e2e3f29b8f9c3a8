/** What events, venues and organizers share as represented (contract §1.1–§1.3). */

import { wallAt } from '../../domain/time-zone.ts'
import { utcTimestamp } from '../../domain/timestamp.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../../store/store.ts'
import { globalId, pageUrl, type Root, restUrl } from '../urls.ts'

/** What a representation depends on besides the item. */
export interface View {
  readonly root: Root
  /** The site zone. */
  readonly zone: string
  /** The site's ISO 4217 code, where it has one. */
  readonly currency: string | undefined
  /** Whether the answer is about one item: then it has `json_ld`. */
  readonly isSingle: boolean
  /** What the calendar is called. */
  readonly site: string
}

type Kept = EventRecord | VenueRecord | OrganizerRecord

/**
 * The first keys of each: identity, publication, addresses. The others are assigned to it: behind a spread in a literal, each
 * key takes a microsecond and more, and an event has forty.
 */
export function published(name: 'event' | 'venue' | 'organizer', record: Kept, { root, zone }: View) {
  const global_id = globalId(root, name, record.id)
  return {
    id: record.id,
    global_id,
    global_id_lineage: [global_id, ...(JSON.parse(record.origins) as readonly string[])],
    author: record.author,
    status: record.status,
    date: wallAt(record.date_utc, zone),
    date_utc: utcTimestamp(record.date_utc),
    modified: wallAt(record.modified_utc, zone),
    modified_utc: utcTimestamp(record.modified_utc),
    url: pageUrl(root, name, record.slug),
    rest_url: restUrl(root, `${name}s`, record.id),
  }
}
