/** The day view. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import { html } from '../markup.ts'
import { type Days, dayPage, nothing, onDay } from './days.ts'
import { entries } from './entry.ts'
import { sitePage } from './layout.ts'
import type { Site } from './site.ts'
import { steps } from './steps.ts'

/** Returns the page of a day. */
export function dayPageOf(day: string, days: Days, site: Site): string {
  const { word, dates } = site
  const at = (count: number) => {
    const other = plusDays(day, count)
    return other && dayPage(other)
  }
  const title = dates.full(day)
  const head = steps(site, {
    title: html`<time datetime="${day}">${title}</time>`,
    before: at(-1),
    now: 'calendar/day',
    after: at(1),
    words: { before: word('site.day.before'), after: word('site.day.after') },
  })
  const events = onDay(days, day)
  const list = events.length === 0 ? nothing(site, days) : entries(day, events, site, 2)
  const cut = days.cut.has(day) && html`<p class="more">${word('site.cut', { count: events.length })}</p>`
  const main = html`${head}<div class="one-day${day === site.today && ' today'}">${list}${cut}</div>`
  const isEmpty = events.length === 0
  return sitePage(site, { title, page: dayPage(day), view: 'day', day, isUnlisted: true, isEmpty }, main)
}
