/** New venues and organizers are as public as the event that names them (contract §4.5), unless they say their own status. */

import type { ContextWithImages } from '../../api/context.ts'
import { mayPublishInGroup } from '../../api/policy.ts'
import { isApprovedStatus } from '../../domain/publication/status.ts'
import { parseDateText } from '../../domain/time/date-text.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { EventRecord } from '../../store/store.ts'
import type { LinkedCreateArgs } from './new-items.ts'

/** The publication of the event that names an item. */
export type PublicationOfNamingEvent = Pick<EventRecord, 'status' | 'date_utc'>

/**
 * The args of the publication of a new item: none where the event is public, or where the item says its own. An item of a private
 * event is a draft, so that publishing the event publishes it.
 */
export function inheritedPublicationArgs(
  { status, date_utc }: PublicationOfNamingEvent,
  sent: Pick<LinkedCreateArgs, 'status' | 'date' | 'date_utc'>,
  { actor, group }: Pick<ContextWithImages, 'actor' | 'group'>,
): Pick<LinkedCreateArgs, 'status' | 'date_utc'> {
  const isOwn = [sent.status, sent.date, sent.date_utc].some((arg) => arg !== undefined)
  if (status === 'publish' || isOwn || !mayPublishInGroup(actor, group)) return {}
  const date = isApprovedStatus(status) ? parseDateText(utcTimestampOfEpoch(date_utc)) : undefined
  if (date !== undefined) return { status: 'future', date_utc: date }
  return { status: status === 'pending' ? 'pending' : 'draft' }
}
