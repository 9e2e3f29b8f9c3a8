/** Time zones: their names, and the effect of clock changes on wall clock times. */
import { fixedOffset } from '../../../domain/time/fixed-offset.ts'
import { locale } from '../words/index.ts'
import {
  dateTimeText,
  isoWallClockFormatOfZone,
  utcWallOfMilliseconds,
  wallEpoch,
  wallTimeByFormatter,
} from './wall.ts'

const DAY = 86_400_000

/** All zones that the browser knows, UTC first. */
export const zones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** The zone of this browser. */
export const browserZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The current instant in milliseconds since 1970. */
export const epochMillisecondsNow = (): number => performance.timeOrigin + performance.now()

/** Seconds of `UTC+2`, `UTC+5:30`, `+02:00`, in letters of either case; undefined for named zones. */
const offsetOf = (zone: string) => fixedOffset(zone.toUpperCase())

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, formatterOf(zone))
  return formats.get(zone)
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return isoWallClockFormatOfZone(timeZone)
  } catch {
    return undefined
  }
}

/** Whether a text is a valid zone. */
export const isZone = (zone: string): boolean => offsetOf(zone) !== undefined || formatOf(zone) !== undefined

/** A zone as people read it: its city, and its offset now. */
export function zoneText(zone: string): string {
  const name = zone.replaceAll('_', ' ')
  const offset = offsetText(zone)
  return offset === '' || name.startsWith('UTC') ? name : `${name} (${offset})`
}

/** The offset of a zone now, such as `UTC+9` or `UTC+5:30`; "" for no zone. */
export function offsetText(zone: string): string {
  if (!isZone(zone)) return ''
  const minutes = Math.round(offsetAt(zone, epochMillisecondsNow()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The wall clock time of a zone at an instant in milliseconds since 1970. */
export function wallTimeIn(zone: string, epoch: number): string {
  const fixed = offsetOf(zone)
  const format = fixed === undefined ? formatOf(zone) : undefined
  return format === undefined
    ? utcWallOfMilliseconds(epoch + (fixed ?? 0) * 1000)
    : wallTimeByFormatter(format, epoch)
}

const offsetAt = (zone: string, epoch: number) =>
  (wallEpoch(wallTimeIn(zone, epoch)) ?? epoch) - Math.floor(epoch / 1000) * 1000

/** The meaning of a wall clock time at a clock change: `moved` out of a gap, or `repeated`, and the resulting wall clock time. */
interface WallAtClockChange {
  readonly kind: 'plain' | 'moved' | 'repeated'
  readonly wall: string
  /** The instant meant, in milliseconds since 1970. */
  readonly epoch: number
}

/** Resolves a wall clock time in a zone as the service does: out of a gap it moves forward, of repeated hours it is the first. */
export function resolveWallTime(zone: string, wall: string): WallAtClockChange | undefined {
  const local = wallEpoch(wall)
  if (local === undefined || !isZone(zone)) return undefined
  const before = offsetAt(zone, local - DAY)
  const offsets = [...new Set([before, offsetAt(zone, local + DAY)])]
  const found = offsets
    .map((offset) => local - offset)
    .filter((epoch, at) => offsetAt(zone, epoch) === offsets[at])
  const [first, second] = found.toSorted((one, other) => one - other)
  if (first === undefined) {
    const epoch = local - before
    return { kind: 'moved', wall: wallTimeIn(zone, epoch), epoch }
  }
  return { kind: second === undefined ? 'plain' : 'repeated', wall, epoch: first }
}

/** An instant in UTC as text, in the zone of the browser. */
export const utcAsBrowserTimeText = (utc: string): string =>
  dateTimeText(wallTimeIn(browserZone, wallEpoch(utc) ?? 0))

const agoFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** How long ago an instant in UTC was, as text: `12 minutes ago`, `3 days ago`. */
export function agoText(utc: string): string {
  const minutes = Math.trunc(((wallEpoch(utc) ?? 0) - epochMillisecondsNow()) / 60_000)
  const hours = Math.trunc(minutes / 60)
  if (hours === 0) return agoFormat.format(minutes, 'minute')
  return Math.abs(hours) < 24
    ? agoFormat.format(hours, 'hour')
    : agoFormat.format(Math.trunc(hours / 24), 'day')
}
