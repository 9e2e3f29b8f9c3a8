/** Zones that a calendar describes. They are stored as a zone that behaves alike in the years in question. */
import { epochOfUtc, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { offsetSeconds } from '../../../domain/time/zone-offset.ts'
import { type ZoneTransition, zoneTransitionsAroundYear } from '../../../domain/time/zone-transitions.ts'
import { storedZoneName } from '../../../domain/time/zones.ts'
import type { Component } from '../text/content-lines.ts'
import { readOffsetChangesFromVtimezone } from './onsets.ts'
import { windowsZones } from './windows-zones.ts'
import type { ZoneClock } from './zone.ts'

const DAY = 86_400
/** Half a year on either side of a time: its neighbouring clock changes. */
const NEAR = 183 * DAY

/** Formats an offset as `UTC+5:30`. */
function offsetName(seconds: number): string | undefined {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
  return seconds === 0 ? 'UTC' : storedZoneName(`UTC${seconds < 0 ? '-' : '+'}${hours}:${rest}`)
}

/** Returns the offset at an instant, in seconds. The changes are in order, and at least one. */
function offsetsOf(changes: readonly ZoneTransition[]): (epoch: number) => number {
  return (epoch) => {
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((changes[middle]?.epoch ?? 0) <= epoch) low = middle + 1
      else high = middle
    }
    return changes[low - 1]?.to ?? changes[0]?.from ?? 0
  }
}

const yearOf = (epoch: number) => Number(utcTimestampOfEpoch(epoch).slice(0, 4))

/** The instants between two others at which a zone changes its offset. */
function changesOf(zone: string, from: number, to: number): readonly number[] {
  const found: number[] = []
  for (let year = yearOf(from); year <= yearOf(to); year += 1)
    for (const { epoch } of zoneTransitionsAroundYear(zone, year))
      if (epoch > from && epoch <= to) found.push(epoch)
  return found
}

type OffsetAt = (epoch: number) => number

/** The offsets of a described zone between two instants, and its changes there; in seconds since 1970 UTC. */
interface DescribedOffsets {
  readonly offsetAt: OffsetAt
  readonly changes: readonly number[]
  readonly from: number
  readonly to: number
}

/** Whether a zone has the same offsets. */
function isAlike(zone: string, { offsetAt, changes, from, to }: DescribedOffsets): boolean {
  const isSame = (epoch: number) => offsetAt(epoch) === offsetSeconds(zone, epoch)
  // Most zones differ at one of these.
  if (![from, from + NEAR, to].every(isSame)) return false
  return [...changes, ...changesOf(zone, from, to)].every((epoch) => isSame(epoch) && isSame(epoch - 1))
}

/** One zone for each set of rules in use. */
const representative: readonly string[] = [...new Set(windowsZones.values())]

/** The maximum spans of time for which a zone is looked for. */
const MAX_SPANS = 200

/**
 * Returns the zone that a VTIMEZONE describes; undefined if it is not understood. It is stored as the first of the `wanted` zones
 * that behaves alike in the years in question, otherwise as an offset without clock changes or as any zone that behaves alike.
 */
export function describedZone(component: Component, wanted: readonly string[]): ZoneClock | undefined {
  const changes = readOffsetChangesFromVtimezone(component)
  if (changes.length === 0) return undefined
  const offsetAt = offsetsOf(changes)
  const search = (from: number, to: number) => {
    const within = changes.filter((one) => one.epoch > from && one.epoch <= to && one.from !== one.to)
    const steady = within.length === 0 ? offsetName(offsetAt(from)) : undefined
    const all = [...wanted, ...(steady === undefined ? representative : [steady])]
    const described = { offsetAt, changes: within.map(({ epoch }) => epoch), from, to }
    return all.find((zone) => isAlike(zone, described))
  }
  const known = new Map<string, string | undefined>()
  const during = (from: number, to: number) => {
    const key = `${from} ${to}`
    if (!known.has(key) && known.size < MAX_SPANS) known.set(key, search(from, to))
    return known.get(key)
  }
  return {
    epochOf(wall) {
      const local = epochOfUtc(wall)
      const [before, after] = [offsetAt(local - DAY), offsetAt(local + DAY)]
      return local - ([before, after].find((one) => offsetAt(local - one) === one) ?? before)
    },
    wallAt: (epoch) => utcTimestampOfEpoch(epoch + offsetAt(epoch)),
    nameAt(epoch) {
      const first = epochOfUtc(`${utcTimestampOfEpoch(epoch).slice(0, 4)}-01-01 00:00:00`)
      return during(first, first + 2 * NEAR) ?? offsetName(offsetAt(epoch)) ?? 'UTC'
    },
    during,
  }
}
