/** The zones that a calendar names → zones as kept, or the instants alone where a zone is the calendar's own. */
import { recurrencesOf } from '../../domain/recurrence.ts'
import { epochOfWall, wallAt, zoneNamed } from '../../domain/time-zone.ts'
import { epochOfUtc, utcTimestamp } from '../../domain/timestamp.ts'
import { type Component, propertyNamed } from './content-lines.ts'
import { timestampIn } from './values.ts'
import { windowsZones } from './windows-zones.ts'

/** A zone as far as a calendar's times need it; instants in seconds since 1970 UTC, wall clocks as timestamps. */
export interface Zone {
  epochOf(wall: string): number
  wallAt(epoch: number): string
  /** The zone to keep for what is at that instant. */
  nameAt(epoch: number): string
}

/** A zone by its kept name. */
export function keptZone(name: string): Zone {
  return {
    epochOf: (wall) => epochOfWall(wall, name),
    wallAt: (epoch) => wallAt(epoch, name),
    nameAt: () => name,
  }
}

/** Seconds of `+0200`, `-003000`. */
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

/** As far as a described zone is followed. */
const HORIZON = '2100-01-01 00:00:00'

/** When an observance begins, again and again. */
function onsetsOf(observance: Component): readonly Onset[] {
  const value = (name: string) => propertyNamed(observance, name)?.value.trim()
  const [from, to] = [offsetOf(value('TZOFFSETFROM')), offsetOf(value('TZOFFSETTO'))]
  const start = timestampIn(value('DTSTART') ?? '')?.timestamp
  if (from === undefined || to === undefined || start === undefined) return []
  const rules = observance.properties.filter(({ name }) => name === 'RRULE')
  const toWall = (utc: string) => utcTimestamp(epochOfUtc(utc) + from)
  const recurring = rules.flatMap(({ value: rule }) => {
    const found = recurrencesOf({ rule, start, horizon: HORIZON, most: 1000, toWall })
    return 'walls' in found ? found.walls : []
  })
  const dates = observance.properties
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ value: list }) => list.split(','))
    .flatMap((one) => timestampIn(one.trim())?.timestamp ?? [])
  return [...new Set([start, ...recurring, ...dates])].map((wall) => ({ wall, from, to }))
}

/** `UTC+5:30` of an offset. */
function offsetName(seconds: number): string | undefined {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  return seconds === 0 ? 'UTC' : zoneNamed(`UTC${seconds < 0 ? '-' : '+'}${hours}:${rest}`)
}

/** A zone that only its VTIMEZONE tells: kept as the site zone where that shows the same time, else by its offset. */
function describedZone(component: Component, site: string): Zone | undefined {
  const onsets = component.components.flatMap(onsetsOf).sort((a, b) => (a.wall < b.wall ? -1 : 1))
  const [first] = onsets
  if (first === undefined) return undefined
  const offsetAt = (wall: string) => onsets.findLast((onset) => onset.wall <= wall)?.to ?? first.from
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

/** Names that programs put before IANA's: `/mozilla.org/20070129_1/America/New_York`. */
function suffixOf(id: string): string | undefined {
  const parts = id.split('/').filter((part) => part !== '')
  const tails = [3, 2, 1].map((count) => parts.slice(-count).join('/'))
  return id.includes('/') ? tails.map(zoneNamed).find((name) => name !== undefined) : undefined
}

/** Finds the zones of one calendar; what it does not find is not known. `site` is the site zone. */
export function zonesOf(calendar: Component, site: string): (id: string) => Zone | undefined {
  const described = calendar.components.filter(({ name }) => name === 'VTIMEZONE')
  const known = new Map<string, Zone | undefined>()
  const find = (id: string): Zone | undefined => {
    const own = described.find((one) => propertyNamed(one, 'TZID')?.value === id)
    const location = own === undefined ? undefined : propertyNamed(own, 'X-LIC-LOCATION')?.value
    const name =
      zoneNamed(id) ?? zoneNamed(location ?? '') ?? windowsZones.get(id.toLowerCase()) ?? suffixOf(id)
    if (name !== undefined) return keptZone(name)
    return own === undefined ? undefined : describedZone(own, site)
  }
  return (id) => {
    if (!known.has(id)) known.set(id, find(id))
    return known.get(id)
  }
}
