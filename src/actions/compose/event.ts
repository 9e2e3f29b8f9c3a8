/** Builds an event's columns from its args and the stored event. Pure. Throws 400 for faults between args. */

import type { PureContext } from '../../api/context.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
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
import { type CostAsSent, shownCostFromSent } from '../../domain/money/cost.ts'
import { isFreeEntry } from '../../domain/money/free.ts'
import type { ParsedDate } from '../../domain/time/date-text.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord } from '../../store/store.ts'
import { languageColumnsAfterChange } from './content.ts'
import {
  type ComposedEventColumns,
  flagFromBoolean,
  publicationColumnsFromArgs,
  type SentArgs,
  sentOrKeptText,
} from './published.ts'
import { resolveSentDate, scheduleColumnsFromArgs, zoneOfEvent } from './schedule.ts'
import { argsWithoutShownTexts } from './shown-texts.ts'

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
export function eventColumnsFromArgs(
  sent: EventArgs,
  kept: EventRecord | undefined,
  context: PureContext,
): ComposedEventColumns {
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
