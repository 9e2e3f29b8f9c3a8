/** The status of a record at hand, and the rule of `isShown` for it. */
import { scopeMayRead } from '../../domain/publication/access.ts'
import { statusAt } from '../../domain/publication/status.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { EventRecord, VenueRecord, Viewer } from '../store.ts'

/** Whether a record, as it is stored, is visible where other items link to it: readable and not in the trash. */
export function isShownTo(
  { author, status, date_utc }: Pick<VenueRecord, 'author' | 'status' | 'date_utc'>,
  { scope, moment }: Viewer,
): boolean {
  const isPublic = status === 'publish' || (status === 'future' && date_utc <= epochOf(moment.now))
  return status !== 'trash' && scopeMayRead(scope, { author, isPublic })
}

/** The record with its status as of now. */
export function withCurrentStatus<R>(record: R, { moment }: Pick<Viewer, 'moment'>): R {
  const scheduled = record as { status?: EventRecord['status']; date_utc?: number }
  if (scheduled.status !== 'future' || scheduled.date_utc === undefined) return record
  return { ...record, status: statusAt(scheduled.status, scheduled.date_utc, epochOf(moment.now)) }
}
