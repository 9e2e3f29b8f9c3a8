/** The locale of a site: its language as people write it where the site is. */
import { isWrittenIn, localeInRegion } from './locale.ts'
import { zonesByCountry } from './zones-by-country.ts'

const EUROPE = '150'

const countryByZone = new Map(
  Object.entries(zonesByCountry).flatMap(([country, zones]) =>
    zones.split(' ').map((zone) => [zone, country] as const),
  ),
)

/** Returns the country and the continent of a zone, as far as they are known. UTC and offsets are of no country. */
function regionsOfZone(zone: string): readonly string[] {
  const country = countryByZone.get(zone)
  return [...(country === undefined ? [] : [country]), ...(zone.startsWith('Europe/') ? [EUROPE] : [])]
}

/** The zone of a site, and its region if one is set. */
export interface ZoneAndRegion {
  readonly zone: string
  readonly region: string | undefined
}

/**
 * Returns the locale of a language on a site. Its region is the one that is set, else the country or the continent of the zone, if the
 * language is written there.
 */
export function localeOnSite(language: string, { zone, region }: ZoneAndRegion): string {
  const known = region ?? regionsOfZone(zone).find((one) => isWrittenIn(language, one))
  return known === undefined ? language : localeInRegion(language, known)
}

// Whether `5/12` is in May or in December.

/** Regions that write the month before the day, with slashes. */
const MONTH_FIRST: readonly string[] = [
  'US',
  'AS',
  'GU',
  'MP',
  'VI',
  'UM',
  'PH',
  'FM',
  'MH',
  'PW',
  'CN',
  'JP',
  'KR',
  'TW',
]

/** Whether a region (ISO 3166) writes the month before the day; without a region, whether the language usually does. */
export const isMonthFirstInRegion = (language: string, region: string | undefined): boolean =>
  region === undefined ? ['en', 'ja'].includes(language) : MONTH_FIRST.includes(region)
