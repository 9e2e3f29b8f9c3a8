/** The columns that events, venues and organizers have in common: publication, author, texts. */

import type { PureContext } from '../../api/context.ts'
import { mayPublishInGroup } from '../../api/policy.ts'
import {
  type ItemStatus,
  newItemPublication,
  type Publication,
  publicationAfterChange,
  type SettableStatus,
} from '../../domain/publication/status.ts'
import type { ParsedDate } from '../../domain/time/date-text.ts'
import { isZonelessWallClock, resolveParsedDate } from '../../domain/time/date-text.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { wallAt } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, VenueRecord } from '../../store/store.ts'
import type { OccurrenceColumns } from '../../store/tables/series.ts'
import type { Flag } from '../../store/tables.ts'

/** Args that may be absent, or null to clear the field. */
export type SentArgs<T> = { readonly [K in keyof T]?: T[K] | null | undefined }

interface PublicationArgs {
  readonly status?: ItemStatus | null | undefined
  readonly date?: ParsedDate | null | undefined
  readonly date_utc?: ParsedDate | null | undefined
}

type Kept = Pick<VenueRecord, 'status' | 'date_utc' | 'date_set'>

/** How a date arg is read. */
interface DateReading {
  readonly zone: string
  /** The stored instant, in seconds since 1970 UTC. */
  readonly kept: number | undefined
  readonly now: Moment['now']
}

/**
 * The instant of a date arg; undefined if it equals the stored wall clock. Throws 400 for a date outside the
 * calendar.
 */
function instantOf(
  name: string,
  sent: ParsedDate | null | undefined,
  { zone, kept, now }: DateReading,
): number | undefined {
  if (sent === undefined || sent === null) return undefined
  const read = resolveParsedDate(sent, zone, now)
  if (read === undefined) throw invalidParam(name, because('out_of_years'))
  const isKept = kept !== undefined && isZonelessWallClock(sent) && read.wall === wallAt(kept, zone)
  return isKept ? undefined : read.epoch
}

function sentDate(args: PublicationArgs, kept: number | undefined, moment: Moment): number | undefined {
  const { zone, now } = moment
  const local = instantOf('date', args.date, { zone, kept, now })
  const utc = instantOf('date_utc', args.date_utc, { zone: 'UTC', kept, now })
  if (local !== undefined && utc !== undefined && local !== utc) {
    throw invalidParam('date_utc', because('another_instant'))
  }
  return local ?? utc
}

/**
 * Only DELETE moves an item to the trash. Sending `trash` for an item that is there already counts as absent
 * (contract §4.2).
 */
function sentStatus(sent: ItemStatus | null | undefined, kept: Kept | undefined): SettableStatus | undefined {
  if (sent !== 'trash') return sent ?? undefined
  if (kept?.status === 'trash') return undefined
  throw invalidParam('status', because('trash_as_status'))
}

/** Returns the publication columns after a change; `kept` is undefined for a new item. */
export function publicationColumnsFromArgs(
  args: PublicationArgs,
  kept: Kept | undefined,
  { moment, actor, group }: PureContext,
) {
  const change = {
    status: sentStatus(args.status, kept),
    date: sentDate(args, kept?.date_utc, moment),
    now: epochOfInstant(moment.now),
    mayPublish: mayPublishInGroup(actor, group),
  }
  const next: Publication =
    kept === undefined
      ? newItemPublication(change)
      : publicationAfterChange(
          { status: kept.status, date: kept.date_utc, dateSet: kept.date_set === 1 },
          change,
        )
  return { status: next.status, date_utc: next.date, date_set: flagFromBoolean(next.dateSet) }
}

/** Returns the flag of a boolean, as a column stores it. */
export function flagFromBoolean(on: boolean): Flag {
  return on ? 1 : 0
}

/** Returns the text as sent, "" where cleared, or the stored one where absent. */
export function sentOrKeptText(sent: string | null | undefined, kept: string | undefined): string {
  return sent === undefined ? (kept ?? '') : (sent ?? '')
}

/** Returns the value as sent, null if cleared, or the stored one where absent. */
export function sentOrKept<T>(sent: T | null | undefined, kept: T | null | undefined): T | null {
  return sent === undefined ? (kept ?? null) : sent
}

export type ComposedColumns<R> = Omit<
  R,
  'id' | 'version' | 'modified_utc' | 'origins' | 'slug' | 'image' | 'author'
>
export type ComposedEventColumns = Omit<
  ComposedColumns<EventRecord>,
  | 'post_parent'
  | 'origin'
  | 'group_id'
  | 'in_main'
  | 'assignee'
  | 'password_hash'
  | 'pruned_status'
  | 'was_public'
  | 'uid'
  | keyof OccurrenceColumns
>
