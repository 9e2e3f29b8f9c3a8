/** An entry of a calendar, and what is known of all. */

import { writableEventFieldNames } from '../../contract/resources/fields/event-fields.ts'
import { icalendarPropertyName } from '../../contract/resources/fields/index.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { LONGEST_UID, uidOfOccurrence } from '../../domain/import-source.ts'
import type { Series } from '../../domain/series/occurrences.ts'
import { because, type Faults, Problem, type RefusalReason } from '../../problem.ts'
import type { FastiProperty } from '../../representations/icalendar/event.ts'
import type { EventRecord } from '../../store/store.ts'
import { isJsonObject } from '../../support/json.ts'
import type { SentObject } from '../jsonl/lines.ts'
import {
  type BareOrWholeCancellation,
  cancellationKindOrFalse,
  fastiPropertiesOfComponent,
  htmlDescription,
  occurrenceDateArgs,
  propertyText,
  statusFromClass,
  UNTITLED,
} from './event-args.ts'
import {
  type CalendarOccurrence,
  dateOnClockAtEpoch,
  type MomentOrDay,
  recurrenceIdOfStart,
} from './occurrences.ts'
import { type Component, replacesLaterOccurrences } from './text.ts'

// Types: an entry of a calendar, and its recurrence.

/** An occurrence, named by RECURRENCE-ID, of a series that its calendar does not contain. */
export interface OccurrenceOfSeriesNotInCalendar {
  readonly uid: string
  /** Where the rule puts the occurrence: in seconds since 1970 UTC, and as a day on its own clock. */
  readonly epoch: number
  readonly day: string
  readonly isDate: boolean
  /** Whether it includes all later occurrences: `RANGE=THISANDFUTURE`. */
  readonly follows: boolean
}

/** One event to import, or the reason why there is none. */
export interface EventImportEntry {
  /** The number of its first line. */
  readonly number: number
  readonly uid: string
  /** The UID of the first occurrence, which is the parent of the others. */
  readonly parent?: string
  readonly args: SentObject
  readonly status: string
  readonly location: string
  /** The X- properties of another Fasti, as text. */
  readonly extras: readonly FastiProperty[]
  /** Whether the source sent the description as HTML. */
  readonly isFormatted: boolean
  /** The languages that its texts name. */
  readonly languages?: readonly string[]
  readonly cancelled: BareOrWholeCancellation
  readonly fault?: Problem
  /** The recurrence; the entry is its first occurrence. */
  readonly series?: SeriesEntry
  /** Set if the calendar contains this occurrence of a series and not the series. */
  readonly named?: OccurrenceOfSeriesNotInCalendar
  /** Set if a rule is not understood: the entry is the first occurrence, and the stored others stay unchanged. */
  readonly isRuleUnclear?: true
}

/** One occurrence that differs from the others: its time by the rule, and its values. */
export interface OccurrenceUnlikeRest {
  readonly recurrenceId: string
  readonly entry: EventImportEntry
}

/** The series that this one continues: its UID, and the occurrence at which it was split. */
export interface PrecedingSeriesReference {
  readonly uid: string
  readonly recurrenceId: string
}

/** A series with its exceptions; the entry itself is its first occurrence. */
interface SeriesEntry {
  readonly series: Series
  readonly exceptions: readonly OccurrenceUnlikeRest[]
  /** Whether a date is not understood. Then the stored series keeps its dates. */
  readonly isUnclear: boolean
  /** The first second, since 1970 UTC, of occurrences of a new series without end. */
  readonly since: number
  /** The maximum occurrences that are imported. */
  readonly most: number
  /** The series of which this one may have been a part. */
  readonly continues: PrecedingSeriesReference | undefined
  /** The UID of the series that continues this one in the same calendar. */
  readonly continuedBy?: string
}

/** An entry that recurs. */
export type RecurringEntry = EventImportEntry & { readonly series: SeriesEntry }

// The args of an imported event that say what became of it, where its entry does not say so itself.

/**
 * The event status that an entry sets: cancelled, the status that another Fasti or a page names, or no longer cancelled (contract §11). An
 * entry without a status leaves the other statuses unchanged.
 */
export function eventStatusArgs(
  { cancelled, extras, args }: EventImportEntry,
  { event_status }: EventRecord,
): SentObject {
  if (cancelled !== false) return { event_status: 'cancelled' }
  if (extras.length > 0 || args.event_status !== undefined) return { event_status: args.event_status }
  return event_status === 'cancelled' ? { event_status: 'scheduled' } : {}
}

/** The languages that the texts of a component name, each once. */
const languagesOf = ({ properties }: Component): readonly string[] => [
  ...new Set(properties.flatMap(({ params }) => params.get('LANGUAGE') ?? [])),
]

/** Returns an occurrence as a separate entry. */
export function occurrenceEntry(
  uid: string,
  occurrence: CalendarOccurrence,
  first: CalendarOccurrence,
  described: SentObject,
): EventImportEntry {
  const { component } = occurrence
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, occurrence.recurrence),
    ...(occurrence !== first && { parent: uidOfOccurrence(uid, first.recurrence) }),
    args: { ...described, ...occurrenceDateArgs(occurrence) },
    status: statusFromClass(component),
    location: propertyText(component, 'LOCATION'),
    extras: fastiPropertiesOfComponent(component),
    isFormatted: htmlDescription(component) !== '',
    languages: languagesOf(component),
    cancelled: cancellationKindOrFalse(component, occurrence.times),
    ...(occurrence.of !== undefined && { named: namedBy(uid, component, occurrence.of) }),
  }
}

function namedBy(uid: string, component: Component, of: MomentOrDay): OccurrenceOfSeriesNotInCalendar {
  const { epoch, isDate } = of
  return {
    uid,
    epoch,
    day: dateOnClockAtEpoch(of, epoch),
    isDate,
    follows: replacesLaterOccurrences(component),
  }
}

/** A message that cancels an event or one occurrence, and has no dates (RFC 5546 §3.2.5). */
export function bareCancellationEntry(
  uid: string,
  component: Component,
  of: MomentOrDay | undefined,
): EventImportEntry {
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, of === undefined ? '' : recurrenceIdOfStart(of.epoch)),
    args: { title: UNTITLED },
    status: '',
    location: '',
    extras: [],
    isFormatted: false,
    cancelled: 'bare',
    ...(of !== undefined && { named: namedBy(uid, component, of) }),
  }
}

// The contents of a calendar: they show which stored events it no longer contains.

/** Filled while the entries of a calendar are read, and complete after the last one. */
export interface CalendarUids {
  /** Digests of the UIDs of all events in it, also of those too far from now to be imported. */
  readonly keys: Set<string>
  /** The UIDs, as written, of events with a line that was not understood: none of their occurrences counts as gone. */
  readonly unclear: Set<string>
  /** Whether it has an event without a UID, which may be any event that had one before. */
  hasNameless: boolean
  /** Why it may contain more than was understood; undefined if it was read completely. */
  doubt: RefusalReason | undefined
}

/** What is stored of a source, by which the events of one UID are told apart. */
export interface StoredUids {
  /** Whether an event was imported from the source under that UID. */
  has(uid: string): boolean
  /** The start of the event or the series with that UID, as `startName` writes it; undefined if there is none. */
  startOf(uid: string): Promise<string | undefined>
}

/** The UID of the event from which an occurrence was imported, derived from the occurrence's UID. */
export const seriesUidFromUid = (uid: string) => uid.replace(/^\d{8}T\d{6}-/, '')

/** Notes that an event has a line that was not understood. */
export function noteUidWithUnclearLine(uid: string, inventory: CalendarUids): void {
  inventory.unclear.add(uid)
  // The stored UIDs of its occurrences are digests, so they can't be compared.
  if (uid.length > LONGEST_UID) inventory.doubt ??= because('unclear_long_uid')
}

// Removes invalid parts from the args of an imported event, so that the rest can be imported.

/** Maps an arg to the property that it was read from. Other args can't be left out. */
const properties: Readonly<Record<string, string>> = {
  ...recordFromNames(writableEventFieldNames, icalendarPropertyName),
  categories: 'CATEGORIES',
  venue: 'LOCATION',
  'venue.geo_lat': 'GEO',
  'venue.geo_lng': 'GEO',
  organizer: 'ORGANIZER',
  slug: 'slug',
  post_parent: 'parent',
  image: 'IMAGE',
  tags: 'X-FASTI-TAGS',
  cost: 'X-FASTI-COST',
  tickets: 'X-FASTI-TICKETS',
  custom_fields: 'X-FASTI-CUSTOM-FIELDS',
}

/** An invalid part: `website`, or a member such as `organizer[0].email`. */
interface Fault {
  readonly arg: string
  /** "" for the whole arg. */
  readonly member: string
  readonly why: RefusalReason
}

const noteOf = (fault: Fault): RefusalReason =>
  because('value_left_out', {
    part: propertyOf(fault) ?? '',
    field: fault.member || fault.arg,
    why: fault.why,
  })

const propertyOf = ({ arg, member }: Fault) => properties[`${arg}.${member}`] ?? properties[arg]

/** Returns the parts that a problem names; none if one of them can't be left out. */
function faultsOf({ data: { params, details } }: Problem): readonly Fault[] {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return []
  const reasons: Faults = Object(details)
  const all = Object.entries(reasons).map(([path, why]): Fault => {
    const [, arg = '', member = ''] = /^(\w+)(?:\[\d+\](?:\.(\w+))?)?$/.exec(path) ?? []
    // A venue or organizer needs a name.
    return { arg, member: member === arg ? '' : member, why }
  })
  return all.every((fault) => propertyOf(fault) !== undefined) ? all : []
}

function without(sent: SentObject, { arg, member }: Fault): SentObject {
  const { [arg]: value, ...rest } = sent
  if (member === '' || !Array.isArray(value)) return rest
  const gone = member.startsWith('geo_') ? ['geo_lat', 'geo_lng'] : [member]
  const left = value.map((one: unknown) =>
    isJsonObject(one) ? Object.fromEntries(Object.entries(one).filter(([key]) => !gone.includes(key))) : one,
  )
  return { ...rest, [arg]: left }
}

/**
 * Runs `act` with the args. If it refuses parts that an event does not need, runs it again without these. Throws the
 * first problem if that fails, too.
 */
export async function runDroppingRefusedArgs<T>(sent: SentObject, act: (sent: SentObject) => Promise<T>) {
  const left: RefusalReason[] = []
  let [rest, first]: [SentObject, unknown] = [sent, undefined]
  for (;;) {
    try {
      return { result: await act(rest), left }
    } catch (error) {
      // Other errors control the transaction: an image must be fetched first, or the database is locked.
      if (!(error instanceof Problem)) throw error
      first ??= error
      const faults = faultsOf(error).filter(({ arg }) => arg in rest)
      if (faults.length === 0) throw first
      for (const fault of faults) {
        left.push(noteOf(fault))
        rest = without(rest, fault)
      }
    }
  }
}
