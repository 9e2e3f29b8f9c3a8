/** Resolves the zones of a calendar to zones that can be stored. A zone that only the calendar defines gives instants. */
import { recurring } from '../../../domain/time/recurrence.ts'
import { epochOfUtc, utcTimestamp } from '../../../domain/time/timestamp.ts'
import { epochOfWall, wallAt, zoneNamed } from '../../../domain/time/zones.ts'
import { type Component, propertyNamed, textOf } from '../text/content-lines.ts'
import { timestampIn } from '../text/values.ts'
import { outlookOffset, outlookZone } from './outlook-zones.ts'
import { windowsZones } from './windows-zones.ts'

/** Conversions between instants, in seconds since 1970 UTC, and wall clock times, as timestamps. */
export interface Zone {
  epochOf(wall: string): number
  wallAt(epoch: number): string
  /** The zone to store for a time at that instant. */
  nameAt(epoch: number): string
}

/** Returns a zone by its stored name. */
export function keptZone(name: string): Zone {
  return {
    epochOf: (wall) => epochOfWall(wall, name),
    wallAt: (epoch) => wallAt(epoch, name),
    nameAt: () => name,
  }
}

/** Parses `+0200` or `-003000` into seconds. */
function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours = '', minutes = '', seconds = '0'] =
    /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text ?? '') ?? []
  if (sign === undefined) return undefined
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return sign === '-' ? -size : size
}

/** From that wall clock on, the zone is `to` seconds from UTC. */
interface Onset {
  readonly wall: string
  readonly from: number
  readonly to: number
}

/** The year up to which a VTIMEZONE is computed. */
const HORIZON = '2100-01-01 00:00:00'
/** The maximum observances of a zone, and rules of an observance. */
const MAX_OBSERVANCES = 200
const MAX_RULES = 4
/** The maximum dates of all observances of a zone, and steps of computing their rules: a few milliseconds. */
const MAX_DATES = 1000
const MAX_STEPS = 24

/** The remaining dates and steps of a zone. */
interface Left {
  steps: number
  dates: number
}

/** The onsets of a rule; none if it is not understood, or takes more steps than remain. */
function ruleOnsets(rule: string, start: string, from: number, left: Left): readonly string[] {
  // Clock changes recur by year.
  if (left.steps <= 0 || !/FREQ=(?:YEARLY|MONTHLY)/i.test(rule)) return []
  const toWall = (utc: string) => utcTimestamp(epochOfUtc(utc) + from)
  const onsets = recurring({ rule, start, horizon: HORIZON, most: 1000, toWall })
  for (; left.steps > 0; left.steps -= 1) {
    const { done, value } = onsets.next()
    if (done === true) return 'walls' in value ? value.walls : []
  }
  return []
}

/** The dates of an observance, up to the remaining number. */
function datesOf({ properties }: Component, left: Left): readonly string[] {
  const dates: string[] = []
  for (const { name, value } of properties) {
    if (name !== 'RDATE' || left.dates <= 0) continue
    const some = value.split(',', left.dates)
    left.dates -= some.length
    dates.push(...some.flatMap((one) => timestampIn(one.trim())?.timestamp ?? []))
  }
  return dates
}

/** All onsets of an observance. */
function onsetsOf(observance: Component, left: Left): readonly Onset[] {
  const value = (name: string) => propertyNamed(observance, name)?.value.trim()
  const [from, to] = [offsetOf(value('TZOFFSETFROM')), offsetOf(value('TZOFFSETTO'))]
  const start = timestampIn(value('DTSTART') ?? '')?.timestamp
  if (from === undefined || to === undefined || start === undefined) return []
  const rules = observance.properties.filter(({ name }) => name === 'RRULE').slice(0, MAX_RULES)
  const recurring = rules.flatMap(({ value: rule }) => ruleOnsets(rule, start, from, left))
  return [...new Set([start, ...recurring, ...datesOf(observance, left)])].map((wall) => ({ wall, from, to }))
}

/** Formats an offset as `UTC+5:30`. */
function offsetName(seconds: number): string | undefined {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  return seconds === 0 ? 'UTC' : zoneNamed(`UTC${seconds < 0 ? '-' : '+'}${hours}:${rest}`)
}

/** The last onset that is not after the wall clock time; the onsets are sorted. */
function lastBefore(onsets: readonly Onset[], wall: string): Onset | undefined {
  let [low, high] = [0, onsets.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((onsets[middle]?.wall ?? '') <= wall) low = middle + 1
    else high = middle
  }
  return onsets[low - 1]
}

/** A zone that only a VTIMEZONE defines. It is stored as the site zone if that shows the same time, otherwise as an offset. */
function describedZone(component: Component, site: string): Zone | undefined {
  const left = { steps: MAX_STEPS, dates: MAX_DATES }
  const onsets = component.components
    .slice(0, MAX_OBSERVANCES)
    .flatMap((one) => onsetsOf(one, left))
    .sort((a, b) => (a.wall < b.wall ? -1 : 1))
  const [first] = onsets
  if (first === undefined) return undefined
  const offsetAt = (wall: string) => lastBefore(onsets, wall)?.to ?? first.from
  const at = (epoch: number) => {
    const near = offsetAt(utcTimestamp(epoch + first.to))
    return utcTimestamp(epoch + offsetAt(utcTimestamp(epoch + near)))
  }
  return {
    epochOf: (wall) => epochOfUtc(wall) - offsetAt(wall),
    wallAt: at,
    nameAt: (epoch) => {
      if (wallAt(epoch, site) === at(epoch)) return site
      return offsetName(epochOfUtc(at(epoch)) - epoch) ?? 'UTC'
    },
  }
}

/** Prefixes that programs add to IANA names: `/mozilla.org/20070129_1/America/New_York`. */
function suffixOf(id: string): string | undefined {
  const parts = id.split('/').filter((part) => part !== '')
  const tails = [3, 2, 1].map((count) => parts.slice(-count).join('/'))
  return id.includes('/') ? tails.map(zoneNamed).find((name) => name !== undefined) : undefined
}

/** Normalises a TZID for comparison: some programs escape its commas in only one of two places. */
const comparable = (id: string) => textOf(id).trim()

function describedIn(calendar: Component): ReadonlyMap<string, Component> {
  const described = new Map<string, Component>()
  for (const component of calendar.components) {
    const id = component.name === 'VTIMEZONE' ? propertyNamed(component, 'TZID')?.value : undefined
    if (id !== undefined && !described.has(comparable(id))) described.set(comparable(id), component)
  }
  return described
}

/** Returns a function that finds the zones of one calendar; it returns undefined for an unknown zone. `site` is the site zone. */
export function zonesOf(calendar: Component, site: string): (id: string) => Zone | undefined {
  const components = describedIn(calendar)
  const known = new Map<string, Zone | undefined>()
  const find = (id: string): Zone | undefined => {
    const own = components.get(id)
    const location = own === undefined ? undefined : propertyNamed(own, 'X-LIC-LOCATION')?.value
    const name =
      zoneNamed(id) ??
      zoneNamed(location ?? '') ??
      windowsZones.get(id.toLowerCase()) ??
      outlookZone(id) ??
      suffixOf(id)
    if (name !== undefined) return keptZone(name)
    const offset = outlookOffset(id)
    const described = own === undefined ? undefined : describedZone(own, site)
    return described ?? (offset === undefined ? undefined : keptZone(offset))
  }
  return (written) => {
    const id = comparable(written)
    if (!known.has(id)) known.set(id, find(id))
    return known.get(id)
  }
}
