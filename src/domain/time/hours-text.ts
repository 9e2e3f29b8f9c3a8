/** Hours as calendars write them, from those that Intl writes. */

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
