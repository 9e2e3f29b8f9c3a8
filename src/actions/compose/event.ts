/** Builds an event's columns from its args and the stored event. Pure. Throws 400 for faults between args. */
import type { PureContext } from '../../api/context.ts'
import { mayPublishInGroup } from '../../api/policy.ts'
import { derivedColumns } from '../../contract/columns.ts'
import { eventFields } from '../../contract/resources/fields/event-fields.ts'
import { fieldRowsComposer } from '../../contract/resources/fields/values.ts'
import type { CreateArgs } from '../../contract/resources/index.ts'
import { rowFromParts } from '../../contract/table-of.ts'
import type {
  CustomField,
  CustomFieldChanges,
  CustomFields,
  Ticket,
  TicketArgs,
} from '../../contract/tickets-and-custom-fields.ts'
import { type CostAsSent, isFreeEntry, shownCostFromSent } from '../../domain/money/cost.ts'
import {
  type ItemStatus,
  newItemPublication,
  type Publication,
  publicationAfterChange,
  type SettableStatus,
} from '../../domain/publication.ts'
import {
  isZonelessWallClock,
  type ParsedDate,
  type ResolvedWallAndEpoch,
  resolveParsedDate,
} from '../../domain/time/date-text.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { hasNoEnd, type Schedule, scheduleOf } from '../../domain/time/window.ts'
import { epochOfWall, wallAt, wallMovedPastGap } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, VenueRecord } from '../../store/store.ts'
import type { Flag } from '../../store/tables.ts'
import { argsWithoutShownTexts, languageColumnsAfterChange } from './content.ts'

// The columns that events, venues and organizers have in common: publication, author, texts.

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

// The times of an event from its args and the stored event (contract §2.3, §4.2). Pure. Throws 400 for times that do not fit.

/** The args of an event that say when it is. */
export type ScheduleArgs = Pick<
  SentArgs<CreateArgs<'event'>>,
  'start_date' | 'end_date' | 'timezone' | 'all_day' | 'no_end_time'
>

/** Returns a date that was sent for an arg. Throws 400 for a year that dates can't have. */
export function resolveSentDate(
  name: string,
  sent: ParsedDate,
  zone: string,
  { moment }: PureContext,
): ResolvedWallAndEpoch {
  const date = resolveParsedDate(sent, zone, moment.now)
  if (date === undefined) throw invalidParam(name, because('out_of_years'))
  return date
}

/** The args of an event, and the stored event that they change. */
interface ScheduleSource {
  readonly args: ScheduleArgs
  readonly kept: EventRecord | undefined
  /** The event's zone after the change. */
  readonly zone: string
}

/** One end of the schedule: as sent, or as stored, with its wall clock in the event's current zone. */
function endOf(
  name: 'start_date' | 'end_date',
  { args, kept, zone }: ScheduleSource,
  context: PureContext,
): ResolvedWallAndEpoch {
  const sent = args[name]
  const was = kept && { wall: kept[name], epoch: name === 'start_date' ? kept.start_utc : kept.end_utc }
  if (sent !== undefined && sent !== null) {
    const date = resolveSentDate(name, sent, zone, context)
    const isKept = was !== undefined && kept?.timezone === zone && was.wall === date.wall
    return isKept && isZonelessWallClock(sent) ? was : date
  }
  if (was === undefined || kept === undefined) throw invalidParam(name, because('missing'))
  if (kept.timezone === zone) return was
  return { wall: wallMovedPastGap(was.wall, zone), epoch: epochOfWall(was.wall, zone) }
}

/** Returns the zone of an event: as sent, as stored, or that of the site. */
const zoneOfEvent = (
  { timezone }: ScheduleArgs,
  kept: EventRecord | undefined,
  { moment }: PureContext,
): string => (timezone === undefined ? (kept?.timezone ?? moment.zone) : (timezone ?? moment.zone))

/** Whether an end is sent, other than the stored one. */
function isEndSent(source: ScheduleSource, context: PureContext): boolean {
  const { args, kept } = source
  if (args.end_date === undefined || args.end_date === null) return false
  return kept === undefined || endOf('end_date', source, context).wall !== kept.end_date
}

/**
 * Returns the end of the event, which starts at `start`. An event without an end time keeps none when its start moves, until an end is
 * sent. Whether it has one counts as absent if it is sent as it is stored.
 */
function settledEnd(
  start: ResolvedWallAndEpoch,
  source: ScheduleSource,
  context: PureContext,
): ResolvedWallAndEpoch {
  const { args, kept } = source
  const hadNone = kept !== undefined && hasNoEnd(kept)
  const isAsked = args.no_end_time !== undefined && (args.no_end_time ?? false) !== hadNone
  const isSent = isEndSent(source, context)
  if (isAsked && args.no_end_time === true) {
    if (isSent && endOf('end_date', source, context).epoch !== start.epoch)
      throw invalidParam('end_date', because('end_without_end_time'))
    return start
  }
  if (hadNone && !isAsked && !isSent) return start
  const end = endOf('end_date', source, context)
  if (hadNone && isAsked && end.epoch === start.epoch)
    throw invalidParam('end_date', because('not_after_start'))
  return end
}

/** Returns the schedule: as sent, or as stored where absent. Throws 400 for dates that do not fit. */
export function scheduleColumnsFromArgs(
  args: ScheduleArgs,
  kept: EventRecord | undefined,
  context: PureContext,
): Schedule {
  const zone = zoneOfEvent(args, kept, context)
  const allDay = args.all_day === undefined ? kept?.all_day === 1 : args.all_day === true
  const isNew = args.no_end_time === true && !(kept !== undefined && hasNoEnd(kept))
  if (allDay && isNew) throw invalidParam('no_end_time', because('whole_days_end'))
  const start = endOf('start_date', { args, kept, zone }, context)
  const end = settledEnd(start, { args, kept, zone }, context)
  const schedule = scheduleOf({ allDay, zone, start, end })
  if (schedule !== undefined) return schedule
  const onStart = args.start_date !== undefined && args.end_date === undefined
  throw onStart
    ? invalidParam('start_date', because('after_end'))
    : invalidParam('end_date', because('before_start'))
}

type EventArgs = SentArgs<CreateArgs<'event'>>

/** A cost equal to the displayed one counts as absent. */
function composeCost(
  sent: CostAsSent | null | undefined,
  kept: CostAsSent | null | undefined,
  { currency }: PureContext,
): CostAsSent | null {
  const before = kept ?? null
  if (sent === undefined) return before
  return sent === shownCostFromSent(before, currency).display ? before : sent
}

function composeTickets(
  sent: readonly TicketArgs[] | null | undefined,
  kept: readonly Ticket[] | undefined,
  zone: string,
  context: PureContext,
): readonly Ticket[] {
  if (sent === undefined) return kept ?? []
  const wall = (name: string, date: ParsedDate | '') =>
    date === '' ? '' : resolveSentDate(name, date, zone, context).wall
  return (sent ?? []).map((ticket, at) => ({
    ...ticket,
    valid_from: wall(`tickets[${at}].valid_from`, ticket.valid_from),
    valid_through: wall(`tickets[${at}].valid_through`, ticket.valid_through),
  }))
}

function composeCustomFields(
  sent: CustomFieldChanges | null | undefined,
  kept: CustomFields | undefined,
): CustomFields {
  if (sent === undefined) return kept ?? {}
  if (sent === null) return {}
  const fields: Record<string, CustomField> = { ...kept }
  for (const [name, field] of Object.entries(sent)) {
    if (field === null) delete fields[name]
    else
      fields[name] = { ...field, label: field.label === name ? (fields[name]?.label ?? name) : field.label }
  }
  if (Object.keys(fields).length > 50)
    throw invalidParam('custom_fields', because('too_many_fields', { most: 50 }))
  return fields
}

/**
 * The oldest start of an event that is stored as `kept` and will start at `startDate`: a start that changes while the event
 * is rescheduled is remembered; a scheduled event has none (contract §11).
 */
export function previousStartAfterChange(
  event_status: EventRecord['event_status'],
  startDate: string,
  kept: Pick<EventRecord, 'start_date' | 'previous_start_date'> | undefined,
): string {
  const before = kept?.previous_start_date ?? ''
  const isMoved = event_status === 'rescheduled' && kept !== undefined && kept.start_date !== startDate
  const oldest = before === '' && isMoved ? kept.start_date : before
  return event_status === 'scheduled' ? '' : oldest
}

/** The mode of an event that is no longer moved online: as its address and its venue say. */
function modeOfPlaces(onlineUrl: string, hasVenue: boolean): EventRecord['attendance_mode'] {
  if (onlineUrl === '') return 'offline'
  return hasVenue ? 'mixed' : 'online'
}

/**
 * Returns the args of an event with what a change of its status brings along (contract §11): the reason of the former status goes, also
 * with `scheduled`, and `moved_online` sets the attendance, as leaving it does. `hasVenue` says whether the event has one afterwards.
 */
export function withConsequencesOfStatus<A extends EventArgs>(
  args: A,
  kept: EventRecord | undefined,
  hasVenue: boolean,
): A {
  const { event_status: sent, attendance_mode: mode, online_url = kept?.online_url } = args
  const before = kept?.event_status ?? 'scheduled'
  const next = sent === undefined ? before : (sent ?? 'scheduled')
  if (next === before) return args
  const reason = next === 'scheduled' ? '' : (args.status_reason ?? '')
  if (mode !== undefined || ![before, next].includes('moved_online'))
    return { ...args, status_reason: reason }
  const attended = next === 'moved_online' ? 'online' : modeOfPlaces(online_url ?? '', hasVenue)
  return { ...args, status_reason: reason, attendance_mode: attended }
}

const composeFields = fieldRowsComposer(eventFields)

/** A new event that says no status gets that of the import. */
const withStatus = (args: EventArgs, kept: EventRecord | undefined, { newStatus }: PureContext): EventArgs =>
  kept === undefined && newStatus !== undefined ? { ...args, status: args.status ?? newStatus } : args

/** The checks of an event's args, part by part. Each throws 400. */
export function eventArgsChecks(
  args: EventArgs,
  kept: EventRecord | undefined,
  context: PureContext,
): readonly (() => unknown)[] {
  return [
    () => scheduleColumnsFromArgs(args, kept, context),
    () => composeTickets(args.tickets, kept?.tickets, zoneOfEvent(args, kept, context), context),
    () => composeCustomFields(args.custom_fields, kept?.custom_fields),
    () => publicationColumnsFromArgs(withStatus(args, kept, context), kept, context),
    () => languageColumnsAfterChange('event', { args, texts: { ...kept } }, kept, context),
    () => argsWithoutShownTexts('event', args, kept, context),
  ]
}

/** Returns the columns of an event after a change; `kept` is undefined for a new event. */
export function eventColumnsFromArgs(sent: EventArgs, kept: EventRecord | undefined, context: PureContext) {
  const args = argsWithoutShownTexts('event', sent, kept, context)
  const schedule = scheduleColumnsFromArgs(args, kept, context)
  const title = args.title ?? kept?.title ?? ''
  const fields = composeFields(args, kept)
  const tickets = composeTickets(args.tickets, kept?.tickets, schedule.zone, context)
  const cost = composeCost(args.cost, kept?.cost, context)
  const content = languageColumnsAfterChange('event', { args, texts: { title, ...fields } }, kept, context)
  const own = {
    title,
    ...derivedColumns.event({ title, ...fields }),
    all_day: flagFromBoolean(schedule.allDay),
    start_date: schedule.startDate,
    end_date: schedule.endDate,
    start_utc: schedule.startUtc,
    end_utc: schedule.endUtc,
    timezone: schedule.zone,
    cost,
    tickets,
    ticketed: flagFromBoolean(tickets.length > 0),
    free: flagFromBoolean(isFreeEntry(cost, tickets)),
    custom_fields: composeCustomFields(args.custom_fields, kept?.custom_fields),
    note: sentOrKeptText(args.note, kept?.note),
    previous_start_date: previousStartAfterChange(fields.event_status, schedule.startDate, kept),
  }
  const publication = publicationColumnsFromArgs(withStatus(args, kept, context), kept, context)
  return rowFromParts(own, fields, content, publication)
}
