/** Drawn covers, for events without a picture: the date or the initials, in the colour of the category and of the theme. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../json/listed-event.ts'
import { html, type Markup } from '../markup.ts'
import { firstDayOfEvent } from './dates.ts'
import type { Site } from './site.ts'

/** How many drawings the style has. */
const DRAWINGS = 3

/** What a cover of an event depends on. */
type Covered = Pick<ListedEvent, 'id' | 'title' | 'all_day' | 'start_date' | 'end_date'>

/** Returns the initials of the first two words of a title; of one in a script without capitals the first sign. */
export function initialsOf(title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const initials = words.slice(0, 2).map((word) => [...word][0] ?? '')
  const [first = ''] = initials
  return first.toUpperCase() === first.toLowerCase() && !/\d/.test(first)
    ? first
    : initials.join('').toUpperCase()
}

const cover = ({ id }: Covered, content: Markup): Markup =>
  html`<span class="cover drawn-${id % DRAWINGS}" aria-hidden="true">${content}</span>`

/** Returns the cover with the initials of an event, for lists that say its day. */
export const initialsCoverMarkup = (event: Covered): Markup =>
  cover(event, html`<b>${initialsOf(event.title)}</b>`)

/** Returns the cover with the first day of an event; with its initials until tomorrow, as all that stand beside it would have the same day. */
export function dateCoverMarkup(event: Covered, { dates, today }: Pick<Site, 'dates' | 'today'>): Markup {
  const day = firstDayOfEvent(event)
  if (day <= (plusDays(today, 1) ?? today)) return initialsCoverMarkup(event)
  return cover(event, html`<b>${dates.numeral(day)}</b><span>${dates.shortMonth(day)}</span>`)
}
