/** Which events the days of a page have. */
import type { Event } from '../../json/event.ts'
import { html, type Markup } from '../markup.ts'
import { firstDay, lastDay } from './dates.ts'
import { type Site, sitePath } from './site.ts'

/** The events of some days. */
export interface Days {
  readonly events: readonly Event[]
  /** Days that have more events than are here. */
  readonly cut: ReadonlySet<string>
  /** Where these days have none: the first event after them. */
  readonly next?: Event | undefined
}

export const onDay = ({ events }: Days, day: string) =>
  events.filter((event) => firstDay(event) <= day && day <= lastDay(event))

/** The name of a day, for those who see where it stands, and for those who don't. */
export function dayName(day: string, { dates }: Site): Markup {
  return html`<time datetime="${day}"><span class="numeral" aria-hidden="true">${dates.numeral(day)}</span><span class="weekday" aria-hidden="true">${dates.shortWeekday(
    day,
  )}</span><span class="unseen">${dates.full(day)}</span></time>`
}

export const dayPage = (day: string) => `calendar/day/${day}`

/** What is said where there is nothing, and where to go from there. */
export function nothing(site: Site, { next }: Pick<Days, 'next'>): Markup {
  const { word, dates } = site
  const day = next && firstDay(next)
  return html`<p class="nothing">${word('site.nothing')}${
    day !== undefined &&
    next !== undefined &&
    html` <a href="${sitePath(site, dayPage(day))}">${word('site.nothing.next', { day: dates.full(day), title: next.title })}</a>`
  }</p>`
}
