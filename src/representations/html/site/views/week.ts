/** The week view: seven columns, on phones one list; or a grid of hours. */
import { plusDays, weekOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { type Chosen, viewPath } from '../choosing/chosen.ts'
import { firstDay, lastDay } from '../dates.ts'
import { sitePage } from '../layout.ts'
import { bandMarkup } from '../lists/band.ts'
import { dayName, dayPage, type EventsByDay, emptyMessage, onDay } from '../lists/days.ts'
import { entriesMarkup } from '../lists/entry.ts'
import { linkedDataOf } from '../lists/listed-ld.ts'
import type { Site } from '../site.ts'
import { earlierLink } from './earlier.ts'
import { hourShapes, hoursMarkup } from './hours.ts'
import { legendMarkup } from './legend.ts'
import { stepsMarkup } from './steps.ts'
import { type ViewQuery, viewFeed, viewMain, withKeptFilters } from './view.ts'

function dayColumn(
  day: string,
  days: EventsByDay,
  running: readonly ListedEvent[],
  isGone: boolean,
  site: Site,
): Markup {
  const events = onDay(days, day).filter((event) => !running.includes(event))
  const classes = [
    'day',
    day === site.today && 'today',
    isGone && 'gone',
    events.length === 0 && 'quiet',
  ].filter(Boolean)
  return html`<li class="${classes.join(' ')}"><h2><a href="${viewPath(site, dayPage(day))}"${day === site.today && html` aria-current="date"`}>${dayName(
    day,
    site,
  )}</a></h2>${events.length > 0 && entriesMarkup(day, events, site)}${
    days.cut.has(day) &&
    html`<p class="more"><a href="${viewPath(site, dayPage(day))}">${site.word('site.more.all')}</a></p>`
  }</li>`
}

/** The days of a week as columns; on phones from today. */
function columns(week: readonly string[], days: EventsByDay, begins: string, site: Site): Markup {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const running = days.events.filter((event) => firstDay(event) <= first && last <= lastDay(event))
  const each = week.map((day) => dayColumn(day, days, running, day < begins, site))
  return html`${days.events.length === 0 && emptyMessage(site, days)}<ol class="week">${each}</ol>${bandMarkup({ events: running, total: running.length }, viewPath(site, 'calendar/search'), site)}`
}

/** Returns the page of a week. `week` has its seven days. */
export function weekPage(
  week: readonly string[],
  days: EventsByDay,
  chosen: Chosen,
  more: ViewQuery,
  plain: Site,
): string {
  const site = withKeptFilters(plain, chosen)
  const { dates } = site
  const [first = site.today, last = first] = [week[0], week.at(-1)]
  const title = dates.days(first, last)
  const name = weekOf(first, site.firstDay)
  const page = `calendar/week/${name}`
  const at = (count: number) => {
    const other = plusDays(first, count)
    return other && `calendar/week/${weekOf(other, site.firstDay)}`
  }
  const head = stepsMarkup(site, {
    title: html`${title} <small>${site.word('site.week.number', { number: Number(name.slice(6)) })}</small>`,
    before: at(-7),
    after: at(7),
    words: { before: site.word('site.week.before'), after: site.word('site.week.after') },
    more,
  })
  const day = week.includes(site.today) ? site.today : first
  const isHours = more.as === 'hours'
  const shapes = hourShapes(page, isHours, site)
  const begins = week.includes(site.today) && more.whole !== '1' ? site.today : first
  const whole = begins > first && earlierLink(page, site.word('site.whole.week'), site, more)
  const shown = isHours ? hoursMarkup(week, days, begins, site) : columns(week, days, begins, site)
  const content = html`${whole}${shown}${legendMarkup(days.events, site)}`
  const main = viewMain({ head, page, target: 'calendar/week', day, more, shapes }, chosen, site, content)
  const isEmpty = days.events.length === 0
  return sitePage(
    site,
    {
      title,
      page,
      view: 'week',
      day,
      isUnlisted: true,
      isEmpty,
      feed: viewFeed(chosen),
      fields: more,
      ...linkedDataOf(days.events, site),
    },
    main,
  )
}
