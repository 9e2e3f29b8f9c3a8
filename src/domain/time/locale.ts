/** Locales: languages as regions write them. */

/** Returns the locale of a language in a region (ISO 3166 or UN M49). */
export const localeInRegion = (language: string, region: string): string =>
  new Intl.Locale(language, { region }).toString()

/** Returns the region of a locale; undefined for a language without one. */
export const regionOfLocale = (locale: string): string | undefined => new Intl.Locale(locale).region

/** Returns the first day of the week in the region of a locale, from 1 (Monday) to 7 (Sunday); Monday without a region. */
export function firstWeekdayOfLocale(locale: string): number {
  const region = regionOfLocale(locale)
  if (region === undefined) return 1
  const week = new Intl.Locale('und', { region })
  // Node.js 20 has a property, later versions have a method.
  const method: unknown = Reflect.get(week, 'getWeekInfo')
  const info: unknown = typeof method === 'function' ? method.call(week) : Reflect.get(week, 'weekInfo')
  return Number(Object(info).firstDay ?? 1)
}
