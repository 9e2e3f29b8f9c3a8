/** A calendar → the events to import, one by one; nothing is kept yet. */
import { createHash } from 'node:crypto'
import { setImmediate as breath } from 'node:timers/promises'
import { epochOf, type Moment } from '../../domain/moment.ts'
import { epochOfWall, wallAt } from '../../domain/time-zone.ts'
import { timestampOf, wallOf } from '../../domain/timestamp.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import { Problem } from '../../problem.ts'
import type { Extra } from '../../representations/icalendar/extras.ts'
import type { Sent } from '../sent-line.ts'
import type { Numbered } from '../walk.ts'
import type { Component } from './content-lines.ts'
import {
  dateArgs,
  describedArgs,
  formattedText,
  isCancelled,
  noteUnread,
  statusOf,
  textNamed,
} from './event-args.ts'
import { writtenExtras } from './extras.ts'
import {
  type Dated,
  MOST_FOLLOWED_IN_ALL,
  type Occurrence,
  occurrencesOf,
  type Times,
} from './occurrences.ts'
import { keptZone, zonesOf } from './zones.ts'

/** One event to import, or why there is none. */
export interface Entry extends Numbered {
  readonly uid: string
  /** The UID of the first occurrence, which the others have as parent. */
  readonly parent?: string
  readonly args: Sent
  readonly status: string
  readonly location: string
  /** What this service says besides, as written. */
  readonly extras: readonly Extra[]
  /** Whether the description is HTML as it came. */
  readonly isFormatted: boolean
  readonly fault?: Problem
}

const HORIZON_YEARS = 2

/** A text of fixed length that stands for another. */
export const digest = (text: string) => createHash('sha256').update(text).digest('base64url')

/** A UID as it is kept: one that is too long gives way to its digest. */
const kept = (uid: string) => (uid.length > LONGEST_UID ? digest(uid) : uid)

/** Events without a UID are known again by all that they say. */
function uidOf(component: Component, note: Times['note']): string {
  const uid = textNamed(component, 'UID')
  if (uid !== '') return uid
  note('events without a UID')
  return digest(JSON.stringify(component.properties))
}

const uidOfOccurrence = (uid: string, { recurrence }: Occurrence) =>
  kept(recurrence === '' ? uid : `${recurrence}-${uid}`)

function entryOf(uid: string, occurrence: Occurrence, first: Occurrence, described: Sent): Entry {
  const { component } = occurrence
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, occurrence),
    ...(occurrence !== first && { parent: uidOfOccurrence(uid, first) }),
    args: { ...described, ...dateArgs(occurrence) },
    status: statusOf(component),
    location: textNamed(component, 'LOCATION'),
    extras: writtenExtras(component),
    isFormatted: formattedText(component) !== '',
  }
}

const nothing = { args: {}, status: '', location: '', extras: [], isFormatted: false }

/** The entries of components that share a UID, in steps. */
function* entriesOf(uid: string, components: readonly Dated[]): Stepwise {
  const described = new Map<Component, Sent>()
  try {
    const all = yield* occurrencesOf(components)
    const held = all.filter(({ component }) => !isCancelled(component))
    const [first] = held
    if (held.length < all.length) all[0]?.times.note('STATUS:CANCELLED')
    for (const one of first === undefined ? [] : held) {
      const { component } = one
      if (!described.has(component)) described.set(component, describedArgs(component))
      yield entryOf(uid, one, first ?? one, described.get(component) ?? {})
    }
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    const number = components[0]?.component.number ?? 0
    yield { number, uid: kept(uid), ...nothing, fault }
  }
}

/** Events as they are found; undefined after each step without one. */
type Stepwise = Generator<Entry | undefined, void, undefined>

/** Components that are looked at in one step. */
const COMPONENTS_IN_STEP = 500

function* groupedByUid(
  calendars: readonly (readonly [calendar: Component, times: Times])[],
): Generator<undefined, ReadonlyMap<string, Dated[]>, undefined> {
  const byUid = new Map<string, Dated[]>()
  let count = 0
  for (const [calendar, times] of calendars) {
    for (const component of calendar.components) {
      count += 1
      if (count % COMPONENTS_IN_STEP === 0) yield undefined
      if (component.name !== 'VEVENT') {
        if (component.name !== 'VTIMEZONE') times.note(component.name)
        continue
      }
      noteUnread(component, times.note)
      const uid = uidOf(component, times.note)
      const same = byUid.get(uid)
      if (same === undefined) byUid.set(uid, [{ component, times }])
      else same.push({ component, times })
    }
  }
  return byUid
}

/** Seconds since 1970 UTC of the moment two years from now. */
function horizonOf({ now, zone }: Moment): number {
  const later = wallOf(wallAt(epochOf(now), zone)).add({ years: HORIZON_YEARS })
  return epochOfWall(timestampOf(later), zone)
}

/** What the times of one calendar depend on. */
function timesOf(
  calendar: Component,
  { zone }: Moment,
  common: Pick<Times, 'horizon' | 'left' | 'note'>,
): Times {
  const zones = zonesOf(calendar, zone)
  const site = keptZone(zone)
  const id = textNamed(calendar, 'X-WR-TIMEZONE')
  const own = id === '' ? undefined : zones(id)
  if (id !== '' && own === undefined) common.note(`X-WR-TIMEZONE:${id.slice(0, 100)} (not known)`)
  return { ...common, zones, site, floating: own ?? site, shown: own ?? keptZone('UTC') }
}

function* allEntries(
  components: readonly Component[],
  moment: Moment,
  note: Times['note'],
): Generator<Entry | undefined, void, undefined> {
  const calendars = components.filter(({ name }) => name === 'VCALENDAR')
  const loose = components.filter(({ name }) => name !== 'VCALENDAR')
  const root: Component = { name: 'VCALENDAR', number: 1, properties: [], components: loose }
  const common = { horizon: horizonOf(moment), note, left: { occurrences: MOST_FOLLOWED_IN_ALL } }
  const all = [...calendars, root].map((one) => [one, timesOf(one, moment, common)] as const)
  const byUid = yield* groupedByUid(all)
  for (const [uid, dated] of byUid) {
    yield* entriesOf(uid, dated)
    yield undefined
  }
}

/**
 * Every event of the components of a text, in steps between which others run; some files hold events without a calendar
 * around them. The same UID in several calendars of the text is one event.
 */
export async function* entriesOfAll(
  components: readonly Component[],
  moment: Moment,
  note: Times['note'],
): AsyncIterable<Entry> {
  for (const entry of allEntries(components, moment, note)) {
    if (entry === undefined) await breath()
    else yield entry
  }
}
