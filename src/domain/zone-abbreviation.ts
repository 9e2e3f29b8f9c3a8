/** What people call the time of a zone: `EDT`, `CEST`, else `GMT+5:30`. */
import { remembered } from './remembered.ts'
import { clockOffset, fixedOffset, offsetSeconds } from './zone-offset.ts'

// CLDR gives each English its own short names: CEST is en-GB's, AEDT en-AU's, NZDT en-NZ's, SAST en-ZA's.
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-ZA']

/** The abbreviation in force in a zone at an instant. */
export function zoneAbbreviation(zone: string, epochSeconds: number): string {
  if (zone === 'UTC') return zone
  const name = fixedOffset(zone) === undefined ? shortName(zone, epochSeconds) : undefined
  return name ?? gmt(offsetSeconds(zone, epochSeconds))
}

function shortName(zone: string, epochSeconds: number): string | undefined {
  for (const [index] of LOCALES.entries()) {
    const name = nameIn(formatter(zone, index), epochSeconds)
    if (name !== undefined && !/^(?:GMT|UTC)[^A-Z]/.test(name)) return name
  }
  return undefined
}

function nameIn(format: Intl.DateTimeFormat, epochSeconds: number): string | undefined {
  return format.formatToParts(epochSeconds * 1000).find(({ type }) => type === 'timeZoneName')?.value
}

// A formatter weighs tens of kilobytes: enough of them for the zones in use, not for all there are.
const formatter = remembered(
  200,
  (zone, index) => new Intl.DateTimeFormat(LOCALES[index], { timeZone: zone, timeZoneName: 'short' }),
)

function gmt(seconds: number): string {
  const { sign, hours, minutes } = clockOffset(seconds)
  return `GMT${sign}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}
