/** The events of a calendar, one by one. */
import { setImmediate as breath } from 'node:timers/promises'
import { sha256Base64Url, uidApart, uidOfOccurrence } from '../../domain/import-source.ts'
import { type HorizonDuration, TWO_YEAR_HORIZON } from '../../domain/series/occurrences.ts'
import { epochOfInstant, type Moment, plainDateTimeOf, timestampTextOf } from '../../domain/time/moment.ts'
import { epochOfWall, wallAt } from '../../domain/time/zones.ts'
import { because, Problem } from '../../problem.ts'
import type { SentObject } from '../jsonl/lines.ts'
import {
  bareCancellationEntry,
  type CalendarUids,
  type EventImportEntry,
  noteUidWithUnclearLine,
  occurrenceEntry,
  type StoredUids,
} from './entry.ts'
import {
  argsOfComponentWithoutDates,
  calendarPartLeftOutReason,
  noteUnreadProperties,
  propertyText,
  statusFromClass,
} from './event-args.ts'
import {
  type ComponentInContext,
  componentSpan,
  DAY_SECONDS,
  dateOnClockAtEpoch,
  dtstartOf,
  MAX_DATES_OF_ALL_RULES,
  occurrencesOfUid,
  readMomentOrDay,
  recurrenceIdOfStart,
  recurringStarts,
  type TimesContext,
} from './occurrences.ts'
import { googleSplitDate, recurs, seriesEntries } from './series.ts'
import { type Component, propertyNamed } from './text.ts'
import { zoneFinder, zoneNamed } from './zones.ts'

// Yields the events to import from a calendar, one by one. Stores nothing.

/** For recurrence without end: the months before now that are imported, and the minimum months ahead that are read. */
const MONTHS_AROUND = 2 * 12

/** The moment of the import, and how far ahead the occurrences of series exist. */
interface ImportMoment {
  readonly moment: Moment
  readonly horizon: HorizonDuration | undefined
  /** Is told how many events and series there are, before the first one. */
  readonly onTotal?: ((events: number) => void) | undefined
  readonly stored: StoredUids
}

/** The name of a start: a day, or a time in UTC. */
export const startName = (epoch: number, isDate: boolean) =>
  isDate ? recurrenceIdOfStart(epoch).slice(0, 8) : `${recurrenceIdOfStart(epoch)}Z`

/** Events without a UID are recognised by their whole content. */
function uidOf(component: Component, note: TimesContext['note']): string {
  const uid = propertyText(component, 'UID')
  if (uid !== '') return uid
  note(because('events_without_uid'))
  return sha256Base64Url(JSON.stringify(component.properties))
}

const nothing = {
  args: {},
  status: '',
  location: '',
  extras: [],
  isFormatted: false,
  cancelled: false,
} as const

/** Whether a component cancels an event and has no dates. */
const isBareCancellation = ({ component, times }: ComponentInContext) =>
  times.isCancelling && propertyNamed(component, 'DTSTART') === undefined

/** Yields the entries of the components of one UID, in steps. */
function* entriesOf(uid: string, all: readonly ComponentInContext[], inventory: CalendarUids): Stepwise {
  const described = new Map<Component, SentObject>()
  const bare = all.filter(isBareCancellation)
  const components = bare.length === 0 ? all : all.filter((one) => !bare.includes(one))
  try {
    for (const { component, times } of bare) {
      const id = propertyNamed(component, 'RECURRENCE-ID')
      yield bareCancellationEntry(uid, component, id && readMomentOrDay(id, id.value, times))
    }
    if (components.length === 0) return
    const series = yield* seriesEntries(uid, components)
    if (series !== undefined) return yield* series
    // What changes an occurrence of a private event is as private.
    const main = components.find((one) => propertyNamed(one.component, 'RECURRENCE-ID') === undefined)
    const whole = main === undefined ? '' : statusFromClass(main.component)
    const { near, far } = yield* occurrencesOfUid(components)
    for (const recurrence of far) inventory.keys.add(sha256Base64Url(uidOfOccurrence(uid, recurrence)))
    for (const one of near) {
      const { component } = one
      if (!described.has(component)) described.set(component, argsOfComponentWithoutDates(component))
      const entry = occurrenceEntry(uid, one, near[0] ?? one, described.get(component) ?? {})
      yield { ...entry, status: entry.status || whole }
    }
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    const { component } = all[0] ?? {}
    const args = component === undefined ? {} : { title: propertyText(component, 'SUMMARY') }
    yield { ...nothing, number: component?.number ?? 0, uid: uidOfOccurrence(uid, ''), args, fault }
  }
}

/** Yields events as they are found; undefined after each step without one. */
type Stepwise = Generator<EventImportEntry | undefined, void, undefined>

/** Components that are read in one step. */
const COMPONENTS_IN_STEP = 500

function* groupedByUid(
  calendars: readonly (readonly [calendar: Component, times: TimesContext])[],
  inventory: CalendarUids,
  onTotal: ImportMoment['onTotal'],
): Generator<undefined, ReadonlyMap<string, ComponentInContext[]>, undefined> {
  const byUid = new Map<string, ComponentInContext[]>()
  let count = 0
  let events = 0
  for (const [calendar, times] of calendars) {
    for (const component of calendar.components) {
      count += 1
      if (count % COMPONENTS_IN_STEP === 0) yield undefined
      if (component.name !== 'VEVENT') {
        if (component.name !== 'VTIMEZONE') times.note(calendarPartLeftOutReason(component.name))
        continue
      }
      // Exceptions belong to their series.
      if (propertyNamed(component, 'RECURRENCE-ID') === undefined) events += 1
      noteUnreadProperties(component, times.note)
      if (component.isDamaged === true && propertyText(component, 'UID') === '')
        inventory.doubt ??= because('wrong_line', { line: component.number, why: because('unclear_uid') })
      const uid = uidOf(component, times.note)
      inventory.hasNameless ||= propertyText(component, 'UID') === ''
      const same = byUid.get(uid)
      if (same === undefined) byUid.set(uid, [{ component, times }])
      else same.push({ component, times })
    }
  }
  onTotal?.(events)
  return byUid
}

const isOccurrence = ({ component }: ComponentInContext) =>
  propertyNamed(component, 'RECURRENCE-ID') !== undefined

/** The name of the start of a component; "" for one that is not understood. */
function startNameOf({ component, times }: ComponentInContext, quiet: Quiet): string {
  try {
    const { epoch, isDate } = dtstartOf(component, { ...times, ...quiet })
    return startName(epoch, isDate)
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    return ''
  }
}

/** One event of several with the same UID. */
interface EventOfUid {
  readonly uid: string
  readonly components: ComponentInContext[]
}

/** Returns how to find the event whose rule puts an occurrence where a component replaces one. */
async function placesOfRules(recurring: readonly EventOfUid[], quiet: Quiet) {
  const byStart = new Map<number, EventOfUid>()
  const byDay = new Map<string, EventOfUid>()
  for (const event of recurring) {
    const [main] = event.components
    if (main === undefined) continue
    const times = { ...main.times, ...quiet }
    try {
      const span = componentSpan(main.component, times)
      const work = recurringStarts(main.component, span, times)
      let step = work.next()
      for (; step.done !== true; step = work.next()) await breath()
      for (const start of step.value) {
        byStart.set(start, event)
        byDay.set(dateOnClockAtEpoch(span, start), event)
      }
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault
    }
  }
  return ({ component, times }: ComponentInContext): EventOfUid | undefined => {
    const id = propertyNamed(component, 'RECURRENCE-ID')
    if (id === undefined) return undefined
    try {
      const of = readMomentOrDay(id, id.value, { ...times, ...quiet })
      return of.isDate ? byDay.get(dateOnClockAtEpoch(of, of.epoch)) : byStart.get(of.epoch)
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault
      return undefined
    }
  }
}

type Quiet = Pick<TimesContext, 'note' | 'noted' | 'unclear' | 'left'>

/** Components that are compared in one step. */
const COMPARED_IN_STEP = 100

/**
 * Tells events apart to which a calendar gives one UID: those that begin at different times, none of which replaces an occurrence. The
 * UID stays with the one that has the start of the stored event, otherwise with the first one that is not stored by its start.
 */
async function eventsOfUid(
  uid: string,
  all: readonly ComponentInContext[],
  stored: StoredUids,
  quiet: Quiet,
): Promise<readonly EventOfUid[]> {
  const mains = new Map<string, ComponentInContext[]>()
  const others: ComponentInContext[] = []
  for (const [at, one] of all.entries()) {
    if (at % COMPARED_IN_STEP === COMPARED_IN_STEP - 1) await breath()
    const start = isOccurrence(one) || one.times.isCancelling ? undefined : startNameOf(one, quiet)
    const same = start === undefined ? others : mains.get(start)
    if (same !== undefined) same.push(one)
    else if (start !== undefined) mains.set(start, [one])
  }
  const isStored = (start: string) => stored.has(uidApart(uid, start))
  const starts = [...mains.keys()]
  if (starts.length < 2 && !starts.some(isStored)) return [{ uid, components: [...all] }]
  const kept = await stored.startOf(uid)
  const keeper = starts.find((start) => start === kept) ?? starts.find((start) => !isStored(start))
  const events = [...mains].map(
    ([start, components]): EventOfUid => ({
      uid: start === keeper ? uid : uidApart(uid, start),
      components,
    }),
  )
  const recurring = events.filter(({ components: [main] }) => main !== undefined && recurs(main.component))
  const ofRule = others.length > 0 && recurring.length > 1 ? await placesOfRules(recurring, quiet) : undefined
  const unplaced: EventOfUid = events.find((event) => event.uid === uid) ?? { uid, components: [] }
  for (const one of others) {
    const owner = ofRule === undefined ? recurring[0] : ofRule(one)
    ;(owner ?? unplaced).components.push(one)
  }
  return events.includes(unplaced) || unplaced.components.length === 0 ? events : [...events, unplaced]
}

/** The instant a number of months from now, in seconds since 1970 UTC. */
function monthsFrom({ now, zone }: Moment, months: number): number {
  const wall = plainDateTimeOf(wallAt(epochOfInstant(now), zone)).add({ months })
  return epochOfWall(timestampTextOf(wall), zone)
}

/** The last second, since 1970 UTC, up to which occurrences are read: the end of the horizon's day in every zone. */
function lastSecond({ moment, horizon = TWO_YEAR_HORIZON }: ImportMoment): number {
  const months = Math.max(MONTHS_AROUND, horizon.months)
  return monthsFrom(moment, months) + 2 * DAY_SECONDS
}

function timesOf(
  calendar: Component,
  { zone }: Moment,
  common: Pick<TimesContext, 'now' | 'since' | 'horizon' | 'left' | 'unclear' | 'noted' | 'note'>,
): TimesContext {
  const zones = zoneFinder(calendar, zone)
  const site = zoneNamed(zone)
  const id = propertyText(calendar, 'X-WR-TIMEZONE')
  const own = id === '' ? undefined : zones(id)
  if (id !== '' && own === undefined)
    common.note(because('zone_of_calendar_unknown', { zone: id.slice(0, 100) }))
  const isCancelling = propertyText(calendar, 'METHOD').toUpperCase() === 'CANCEL'
  return { ...common, isCancelling, zones, site, floating: own ?? site, shown: own ?? zoneNamed('UTC') }
}

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

async function* allEntries(
  components: readonly Component[],
  reading: ImportMoment,
  inventory: CalendarUids,
  note: TimesContext['note'],
): AsyncGenerator<EventImportEntry | undefined, void, undefined> {
  const { moment } = reading
  const calendars = components.filter(({ name }) => name === 'VCALENDAR')
  const loose = components.filter(({ name }) => name !== 'VCALENDAR')
  const root: Component = { name: 'VCALENDAR', number: 1, properties: [], components: loose }
  const common = {
    now: epochOfInstant(moment.now),
    since: monthsFrom(moment, -MONTHS_AROUND),
    horizon: lastSecond(reading),
    left: { occurrences: MAX_DATES_OF_ALL_RULES },
    unclear: { is: false },
    noted: new Set<number>(),
    note,
  }
  const quiet = {
    note: () => {},
    noted: new Set<number>(),
    unclear: { is: false },
    left: { occurrences: MAX_DATES_OF_ALL_RULES },
  }
  const all = [...calendars, root].map((one) => [one, timesOf(one, moment, common)] as const)
  // A cancellation message contains only the events that it cancels; the others still exist.
  if (all.some(([, { isCancelling }]) => isCancelling)) inventory.doubt ??= because('cancelling_calendar')
  // The later part of a split series is imported before the earlier one, because it takes over occurrences of it.
  const inOrder = [...(yield* groupedByUid(all, inventory, reading.onTotal))]
  yield undefined
  const left = inOrder.sort(([a], [b]) => compared(googleSplitDate(b), googleSplitDate(a))).reverse()
  // What is read leaves the list, which is large for a large calendar.
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [written, together] = next
    for (const { uid, components } of await eventsOfUid(written, together, reading.stored, quiet)) {
      common.unclear.is = components.some(({ component }) => component.isDamaged === true)
      for (const entry of entriesOf(uid, components, inventory)) {
        if (entry !== undefined) inventory.keys.add(sha256Base64Url(entry.uid))
        common.unclear.is ||= entry?.fault !== undefined
        // A calendar that contains an occurrence contains its series.
        if (entry?.named !== undefined) inventory.keys.add(sha256Base64Url(entry.named.uid))
        yield entry
      }
      if (common.unclear.is) for (const one of [uid, written]) noteUidWithUnclearLine(one, inventory)
    }
    yield undefined
  }
}

/**
 * Yields every event of the components of a text. Other tasks run between steps. Some files contain events without a calendar
 * around them. The same UID in several calendars of the text is one event.
 */
export async function* entriesOfComponents(
  components: readonly Component[],
  reading: ImportMoment,
  inventory: CalendarUids,
  note: TimesContext['note'],
): AsyncIterable<EventImportEntry> {
  for await (const entry of allEntries(components, reading, inventory, note)) {
    if (entry === undefined) await breath()
    else yield entry
  }
}
