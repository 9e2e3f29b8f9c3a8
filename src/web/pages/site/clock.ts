/** The reader's zone, and the line of now. */
import { plainHours } from '../../../domain/time/locale.ts'
import { epochOfUtc } from '../../../domain/time/timestamp.ts'

// The dates of an event in the time zone of the reader.

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

/** The line of the present in a grid of hours. Only scripts draw it: a page is kept until midnight, so that its own time is not the reader's. */

const MINUTE = 60_000

/** Returns the date and the minutes since midnight in a time zone; undefined if the browser does not know the zone. */
function clockIn(timeZone: string): { readonly day: string; readonly minutes: number } | undefined {
  try {
    const text = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone,
    }).format()
    return { day: text.slice(0, 10), minutes: Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) }
  } catch {
    return undefined
  }
}

function place(line: HTMLElement, slots: HTMLElement): void {
  const { today, zone = '', first = '' } = slots.dataset
  const clock = clockIn(zone)
  const halfHours = (clock?.minutes ?? 0) / 30 - Number(first)
  line.hidden = clock?.day !== today || halfHours < 0
  line.style.insetBlockStart = `calc(${halfHours} * var(--half))`
}

/** Draws the line among the events of today, and moves it every minute. */
export function drawNowLine(slots: HTMLElement): void {
  const line = document.createElement('li')
  line.className = 'now-line'
  line.ariaHidden = 'true'
  slots.append(line)
  place(line, slots)
  setInterval(() => place(line, slots), MINUTE)
}
