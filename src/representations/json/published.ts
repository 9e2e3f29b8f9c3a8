/** The common part of representations of events, venues and organizers (contract §1.1–§1.3). */

import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { EventRecord, OrganizerRecord, VenueRecord } from '../../store/store.ts'
import { globalId, type Root, restUrl, urlOfItemPage } from '../urls.ts'

/** The context of a representation. */
export interface JsonItemContext {
  readonly root: Root
  /** The site zone. */
  readonly zone: string
  /** The default currency of the site as an ISO 4217 code, if any. */
  readonly currency: string | undefined
  /** Whether the response has a single item. If so, it includes `json_ld`. */
  readonly isSingle: boolean
  /** The name of the calendar. */
  readonly site: string
}

type PublishedRecord = EventRecord | VenueRecord | OrganizerRecord

/** Returns the keys that events, venues and organizers begin with: identity, publication, URLs. Callers add the others. */
export function representCommonKeys(
  name: 'event' | 'venue' | 'organizer',
  record: PublishedRecord,
  { root, zone }: JsonItemContext,
) {
  const global_id = globalId(root, name, record.id)
  return {
    id: record.id,
    global_id,
    global_id_lineage: [global_id, ...record.origins],
    author: record.author,
    status: record.status,
    date: wallAt(record.date_utc, zone),
    date_utc: utcTimestampOfEpoch(record.date_utc),
    modified: wallAt(record.modified_utc, zone),
    modified_utc: utcTimestampOfEpoch(record.modified_utc),
    url: urlOfItemPage(root, name, record.slug),
    rest_url: restUrl(root, `${name}s`, record.id),
  }
}
