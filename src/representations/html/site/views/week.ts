/** The week view: seven columns, on phones one list; or a grid of hours. */
import { lastDayOf, plusDays, weekNameOf } from '../../../../domain/time/timestamp.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOverToday } from '../dates.ts'
import { entriesMarkup, monthViewEventLine, ongoingEventLine } from '../entries.ts'
import {
  dayAnchor,
  dayLabelMarkup,
  dayPagePath,
  type EventsToListByDay,
  emptyMessage,
  eventsOnDay,
  longRunningApart,
  longRunningEventsInOrder,
  longRunningMarkup,
  renderLinkToRestOfCutDay,
} from '../event-lists.ts'
import { type ChosenFilters, viewPath } from '../filters.ts'
import { eventClasses, type Site } from '../site.ts'
import { hourGridMarkup, listOrHoursLinks } from './hours.ts'
import {
  headingWithPeriodSteps,
  type KeptViewFields,
  legendMarkup,
  siteWithKeptFilters,
  viewPage,
  wholePeriodLink,
} from './view.ts'

// The events of several days in a week, as bars across its days.

/** Whether an event has several days. */
const hasSeveralDays = (event: ListedEvent): boolean => firstDayOfEvent(event) !== lastDayOf(event)

function bar(event: ListedEvent, week: readonly string[], site: Site): Markup {
  const [begin = '', end = ''] = [week[0], week.at(-1)]
  const [isBegun, goesOn] = [firstDayOfEvent(event) < begin, end < lastDayOf(event)]
  const from = isBegun ? 1 : week.indexOf(firstDayOfEvent(event)) + 1
  const to = goesOn ? week.length + 1 : week.indexOf(lastDayOf(event)) + 2
  const classes = eventClasses(
    event,
    'line',
    'bar',
    isOverToday(event, site) && 'ended',
    `from-${from}`,
    `to-${to}`,
    isBegun && 'begun',
    goesOn && 'goes-on',
    from === 1 && to === week.length + 1 && 'through',
  )
  return html`<li class="${classes}">${isBegun ? ongoingEventLine(event, site) : monthViewEventLine(event, site)}</li>`
}

/** Returns the events of several days in a week: those that run through all its days, and all of them, these first, then in the order of their starts. */
function severalDayEventsOfWeek(events: readonly ListedEvent[], week: readonly string[]) {
  const [first = '', last = ''] = [week[0], week.at(-1)]
  const through = events.filter((event) => firstDayOfEvent(event) <= first && last <= lastDayOf(event))
  const others = events.filter((event) => hasSeveralDays(event) && !through.includes(event))
  return { through, bars: [...longRunningEventsInOrder(through), ...others] }
}

/** Returns the bars of these events; the browser places them in lanes. Phones show those through all days, as lines above the days. */
function weekBars(events: readonly ListedEvent[], week: readonly string[], site: Site): Markup | false {
  if (events.length === 0) return false
  return html`<ol class="week-bars">${events.map((event) => bar(event, week, site))}</ol>`
}

/** A column of a week. */
interface DayColumn {
  readonly day: string
  /** The events that run through the whole week; they are shown apart from its days. */
  readonly through: readonly ListedEvent[]
  /** Whether the day is before today. */
  readonly isGone: boolean
}

function dayColumn({ day, through, isGone }: DayColumn, days: EventsToListByDay, site: Site): Markup {
  const events = eventsOnDay(days, day).filter((event) => !through.includes(event))
  const [long, short] = [events.filter(hasSeveralDays), events.filter((event) => !hasSeveralDays(event))]
  const classes = [
    'day',
    day === site.today && 'today',
    isGone && 'gone',
    events.length === 0 && 'quiet',
  ].filter(Boolean)
  return html`<li class="${classes.join(' ')}" id="${dayAnchor(day)}"><h2><a href="${viewPath(site, dayPagePath(day))}"${day === site.today && html` aria-current="date"`}>${dayLabelMarkup(
    day,
    site,
  )}</a></h2>${long.length > 0 && html`<div class="spanning">${entriesMarkup(day, long, site)}</div>`}${short.length > 0 && entriesMarkup(day, short, site)}${renderLinkToRestOfCutDay(day, days, site)}</li>`
}

/** The days of a week as columns; on phones from today. */
function columns(week: readonly string[], days: EventsToListByDay, begins: string, site: Site): Markup {
  const { through, bars } = severalDayEventsOfWeek(days.events, week)
  const each = week.map((day) => dayColumn({ day, through, isGone: day < begins }, days, site))
  return html`${days.events.length === 0 && emptyMessage(site, days)}${weekBars(bars, week, site)}<ol class="week">${each}</ol>`
}

/** The days of a week as a grid of hours, below the bars of what takes several of them. */
function hours(week: readonly string[], days: EventsToListByDay, begins: string, site: Site): Markup {
  const { through, bars } = severalDayEventsOfWeek(days.events, week)
  const apart = new Set([...through, ...bars])
  const others = { ...days, events: days.events.filter((event) => !apart.has(event)) }
  return html`${weekBars(bars, week, site)}${hourGridMarkup(week, others, begins, site)}`
}

/** A week with its events, and the fields in the address of its page. */
interface WeekView {
  /** Its seven days. */
  readonly week: readonly string[]
  readonly days: EventsToListByDay
  readonly more: KeptViewFields
}

const pageOfWeek = (day: string, { firstDay: begins }: Site) => `calendar/week/${weekNameOf(day, begins)}`

/** The heading of the week that begins on `first`. */
function weekHead(first: string, title: string, more: KeptViewFields, site: Site): Markup {
  const number = Number(weekNameOf(first, site.firstDay).slice(6))
  return headingWithPeriodSteps(site, {
    title: html`${title} <small>${site.word('site.week.number', { number })}</small>`,
    words: { before: site.word('site.week.before'), after: site.word('site.week.after') },
    at(steps) {
      const other = plusDays(first, 7 * steps)
      return other && pageOfWeek(other, site)
    },
    more,
  })
}

export function weekPage({ week, days, more }: WeekView, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const [first = site.today, last = first] = [week[0], week.at(-1)]
  const title = site.dates.days(first, last)
  const page = pageOfWeek(first, site)
  const day = week.includes(site.today) ? site.today : first
  const isHours = more.as === 'hours'
  const begins = week.includes(site.today) && more.whole !== '1' ? site.today : first
  const whole = begins > first && wholePeriodLink({ page, label: site.word('site.whole.week'), more }, site)
  const { days: once, running } = longRunningApart(days, site)
  const shown = isHours ? hours(week, once, begins, site) : columns(week, once, begins, site)
  const band = longRunningMarkup({ events: running, total: running.length }, '', site)
  const content = html`${whole}${band}${shown}${legendMarkup(days.events, site, more)}`
  const { events, none } = days
  const isEmpty = events.length === 0
  return viewPage(
    {
      heading: weekHead(first, title, more, site),
      content,
      page,
      target: 'calendar/week',
      day,
      more,
      shapes: listOrHoursLinks(page, more, site),
      events,
      none,
    },
    {
      title,
      view: 'week',
      day,
      todayId: !isHours && !isEmpty && week.includes(site.today) ? dayAnchor(site.today) : undefined,
      isUnlisted: true,
      isEmpty,
    },
    chosen,
    site,
  )
}
