/** Zone abbreviations such as `EDT` and `CEST`, or `GMT+5:30` for zones without one. */
import { memoizedByText } from '../../support/remembered.ts'
import { fixedOffset } from './fixed-offset.ts'
import { hoursAndMinutesOfOffset, offsetSeconds } from './zone-offset.ts'

// In CLDR each English locale has its own short names: CEST is in en-GB, AEDT in en-AU, NZDT in en-NZ, SAST in en-ZA.
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-ZA']

/** The abbreviation in force in a zone at an instant. */
export function zoneAbbreviation(zone: string, epochSeconds: number): string {
  if (zone === 'UTC') return zone
  const name = fixedOffset(zone) === undefined ? shortName(zone, epochSeconds) : undefined
  return name ?? gmt(offsetSeconds(zone, epochSeconds))
}

// Formatting takes ten microseconds or more, and events of a list often start at the same times.
const shortName = memoizedByText(2000, (zone, epochSeconds: number): string | undefined => {
  for (const [index] of LOCALES.entries()) {
    const name = nameIn(formatter(zone, index), epochSeconds)
    if (name !== undefined && !/^(?:GMT|UTC)[^A-Z]/.test(name)) return name
  }
  return undefined
})

function nameIn(format: Intl.DateTimeFormat, epochSeconds: number): string | undefined {
  return format.formatToParts(epochSeconds * 1000).find(({ type }) => type === 'timeZoneName')?.value
}

// A formatter takes tens of kilobytes, so the cache has room for the zones in use but not for all zones.
const formatter = memoizedByText(
  200,
  (zone, index: number) => new Intl.DateTimeFormat(LOCALES[index], { timeZone: zone, timeZoneName: 'short' }),
)

function gmt(seconds: number): string {
  const { sign, hours, minutes } = hoursAndMinutesOfOffset(seconds)
  return `GMT${sign}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}
