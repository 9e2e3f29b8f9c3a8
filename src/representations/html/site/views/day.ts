/** The day view: a list, or a grid of hours. */
import { plusDays } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { type ChosenFilters, viewPath } from '../choosing/chosen.ts'
import { EVENING } from '../choosing/when.ts'
import { firstDay } from '../dates.ts'
import { sitePage } from '../layout.ts'
import { dayPagePath, type EventsByDay, emptyMessage, eventsOnDay } from '../lists/days.ts'
import { entriesMarkup } from '../lists/entry.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import type { Site } from '../site.ts'
import { hourGridMarkup, listOrHoursLinks } from './hours.ts'
import { legendMarkup } from './legend.ts'
import { periodHeading } from './steps.ts'
import { type ViewQuery, viewFeed, viewMain, withKeptFilters } from './view.ts'

function listOf(day: string, days: EventsByDay, site: Site): Markup {
  const events = eventsOnDay(days, day)
  const list = events.length === 0 ? emptyMessage(site, days) : entriesMarkup(day, events, site, 2)
  const cut =
    days.cut.has(day) &&
    html`<p class="more">${site.word('site.cut', { count: events.length })} <a href="${viewPath(site, 'calendar/search', { from: day, to: day })}">${site.word('site.more.all')}</a></p>`
  return html`<div class="one-day${day === site.today && ' today'}">${list}${cut}</div>`
}

/** The hour at which evenings begin. */
const EVENING_HOUR = '17'

/** Whether an event begins in the evening of a day. */
const isOfEvening = (event: ListedEvent, day: string) =>
  firstDay(event) === day && !event.all_day && event.start_date.slice(11, 13) >= EVENING_HOUR

/** A day with its events, and the fields in the address of its page. */
interface DayView {
  readonly day: string
  readonly days: EventsByDay
  readonly more: ViewQuery
}

/** Returns the page of a day. */
export function pageOfDay({ day, days: all, more }: DayView, chosen: ChosenFilters, plain: Site): string {
  const site = withKeptFilters(plain, chosen)
  const { word, dates } = site
  const isEvening = more.part === EVENING
  const at = (count: number) => {
    const other = plusDays(day, count)
    return other && dayPagePath(other)
  }
  const [title, page] = [dates.full(day), dayPagePath(day)]
  const days = isEvening ? { ...all, events: all.events.filter((event) => isOfEvening(event, day)) } : all
  const head = periodHeading(site, {
    title: html`<time datetime="${day}">${title}</time>${isEvening && html` <small>${word('site.evening')}</small>`}`,
    before: at(-1),
    after: at(1),
    words: { before: word('site.day.before'), after: word('site.day.after') },
    more,
  })
  const isHours = more.as === 'hours'
  const shapes = listOrHoursLinks(page, more, site)
  const shown = isHours ? hourGridMarkup([day], days, day, site) : listOf(day, days, site)
  const content = html`${shown}${legendMarkup(eventsOnDay(days, day), site, more)}`
  const main = viewMain({ head, page, target: 'calendar/day', day, more, shapes }, chosen, site, content)
  const isEmpty = eventsOnDay(days, day).length === 0
  return sitePage(
    site,
    {
      title,
      page,
      view: 'day',
      day,
      isUnlisted: true,
      isEmpty,
      feed: viewFeed(chosen),
      fields: more,
      ...listLinkedData(days.events, site),
    },
    main,
  )
}
