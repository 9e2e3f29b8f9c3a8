/** Hours as calendars write them, from those that Intl writes. */

/**
 * Returns hours as calendars write them: beside AM and PM without the minutes of full hours, and close where they share their half of the
 * day (`7–9 PM`, but `11 AM – 1 PM`).
 */
export const plainHours = (text: string): string =>
  text.replace(/:00(?=.*\s[ap]\.?\s?m)/gi, '').replace(/(\d)\s–\s(?=.*\s[ap]\.?\s?m)/i, '$1–')

/** Returns hours without the signs of Japanese ranges, which single times don't have (`19時00分`). */
export const plainSigns = (text: string): string => text.replaceAll('時', ':').replaceAll('分', '')
