/** Whether `5/12` is in May or in December. */

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
