/** Locales: languages as regions write them. */

/** Returns the locale of a language in a region (ISO 3166 or UN M49). */
export const localeInRegion = (language: string, region: string): string =>
  new Intl.Locale(language, { region }).toString()

/** Returns the region of a locale; undefined for a language without one. */
export const regionOfLocale = (locale: string): string | undefined => new Intl.Locale(locale).region

/** Whether it is known how a region writes a language: there is an English of Germany, and no German of the United States. */
export function isWrittenIn(language: string, region: string): boolean {
  const { locale } = new Intl.DateTimeFormat(localeInRegion(language, region)).resolvedOptions()
  return regionOfLocale(locale) === region
}

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

// Hours as calendars write them, from those that Intl writes.

/**
 * Returns hours as calendars write them: beside AM and PM without the minutes of full hours, and close where they share their half of the
 * day (`7–9 PM`, but `11 AM – 1 PM`).
 */
export function plainHours(text: string): string {
  const last = [...text.matchAll(/\s[ap]\.?\s?m/gi)].at(-1)?.index
  if (last === undefined) return text
  return (
    text
      .slice(0, last)
      .replaceAll(':00', '')
      .replace(/(\d)\s–\s/, '$1–') + text.slice(last)
  )
}

/** Returns hours without the signs of Japanese ranges, which single times don't have (`19時00分`). */
export const plainSigns = (text: string): string => text.replaceAll('時', ':').replaceAll('分', '')
