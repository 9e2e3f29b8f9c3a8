/** A calendar → the events to import, one by one; nothing is kept yet. */
import { createHash } from 'node:crypto'
import { epochOf, type Moment } from '../../domain/moment.ts'
import { epochOfWall, wallAt } from '../../domain/time-zone.ts'
import { timestampOf, wallOf } from '../../domain/timestamp.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import { Problem } from '../../problem.ts'
import type { Sent } from '../sent-line.ts'
import type { Numbered } from '../walk.ts'
import type { Component } from './content-lines.ts'
import { eventArgs, isCancelled, noteUnread, statusOf, textNamed } from './event-args.ts'
import { MOST_FOLLOWED_IN_ALL, type Occurrence, occurrencesOf, type Times } from './occurrences.ts'
import { zonesOf } from './zones.ts'

/** One event to import, or why there is none. */
export interface Entry extends Numbered {
  readonly uid: string
  /** The UID of the first occurrence, which the others have as parent. */
  readonly parent?: string
  readonly args: Sent
  readonly status: string
  readonly location: string
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

function entryOf(uid: string, occurrence: Occurrence, first: Occurrence, site: string): Entry {
  const { component } = occurrence
  return {
    number: component.number,
    uid: uidOfOccurrence(uid, occurrence),
    ...(occurrence !== first && { parent: uidOfOccurrence(uid, first) }),
    args: eventArgs(occurrence, site),
    status: statusOf(component),
    location: textNamed(component, 'LOCATION'),
  }
}

/** The entries of components that share a UID. */
function entriesOf(uid: string, components: readonly Component[], times: Times): readonly Entry[] {
  try {
    const all = occurrencesOf(components, times)
    const held = all.filter(({ component }) => !isCancelled(component))
    if (held.length < all.length) times.note('STATUS:CANCELLED')
    const [first] = held
    return first === undefined ? [] : held.map((one) => entryOf(uid, one, first, times.site))
  } catch (fault) {
    if (!(fault instanceof Problem)) throw fault
    const number = components[0]?.number ?? 0
    return [{ number, uid: kept(uid), args: {}, status: '', location: '', fault }]
  }
}

function* entriesIn(calendar: Component, times: Times): Iterable<Entry> {
  const byUid = new Map<string, Component[]>()
  for (const component of calendar.components) {
    if (component.name !== 'VEVENT') {
      if (component.name !== 'VTIMEZONE') times.note(component.name)
      continue
    }
    noteUnread(component, times.note)
    const uid = uidOf(component, times.note)
    const same = byUid.get(uid)
    if (same === undefined) byUid.set(uid, [component])
    else same.push(component)
  }
  for (const [uid, components] of byUid) yield* entriesOf(uid, components, times)
}

/** Seconds since 1970 UTC of the moment two years from now. */
function horizonOf({ now, zone }: Moment): number {
  const later = wallOf(wallAt(epochOf(now), zone)).add({ years: HORIZON_YEARS })
  return epochOfWall(timestampOf(later), zone)
}

/** Every event of the components of a text; some files hold events without a calendar around them. */
export function* entriesOfAll(
  components: readonly Component[],
  moment: Moment,
  note: Times['note'],
): Iterable<Entry> {
  const calendars = components.filter(({ name }) => name === 'VCALENDAR')
  const loose = components.filter(({ name }) => name !== 'VCALENDAR')
  const root: Component = { name: 'VCALENDAR', number: 1, properties: [], components: loose }
  const common = {
    site: moment.zone,
    horizon: horizonOf(moment),
    note,
    left: { occurrences: MOST_FOLLOWED_IN_ALL },
  }
  for (const calendar of [...calendars, root])
    yield* entriesIn(calendar, { ...common, zones: zonesOf(calendar, moment.zone) })
}
