/** The dates of an event in the time zone of the reader. */

import { plainHours } from '../../../domain/time/hours-text.ts'
import { epochOfUtc } from '../../../domain/time/timestamp.ts'

/** Returns dates of which no line break takes the hours apart. */
const unbroken = (dates: string) =>
  dates
    .replace(/(\s?)–(\s?)/g, (_, before, after) => `${before && '\u202f'}–\u2060${after && '\u202f'}`)
    .replace(/(\d) (?=[AP]\.?M|[ap]\.?\s?m)/g, '$1\u202f')

/** Shows the dates of an event in the reader's time zone, if its clock differs. */
export function showDatesInReaderZone(place: HTMLElement): void {
  const { start = '', end = '', zone } = place.dataset
  const locale = place.lang
  const [from, to] = [epochOfUtc(start) * 1000, epochOfUtc(end) * 1000]
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const
  const own = new Intl.DateTimeFormat(locale, form).formatRange(from, to)
  try {
    if (own === new Intl.DateTimeFormat(locale, { ...form, timeZone: zone }).formatRange(from, to)) return
  } catch {
    // Browsers know fewer zone names than the service.
  }
  place.textContent = (document.body.dataset.ownTime ?? '').replace('{time}', () => unbroken(plainHours(own)))
  place.hidden = false
}

/** Hides the note about the time zone of the calendar from readers who are in it. */
export function hideNeedlessZoneNotes(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const note of document.querySelectorAll<HTMLElement>('[data-site-zone]'))
    note.hidden = note.dataset.siteZone === timeZone
}
