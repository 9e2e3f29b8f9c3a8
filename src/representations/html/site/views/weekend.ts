/** A weekend: Saturday and Sunday as a list. */
import { plusDays } from '../../../../domain/time/calendar-days.ts'
import { html, type Markup } from '../../markup.ts'
import { type ChosenFilters, viewPath } from '../choosing/chosen.ts'
import { sitePage } from '../layout.ts'
import {
  type EventsToListByDay,
  emptyMessage,
  eventsOnDay,
  eventsSpanningWholePeriod,
  renderLinkToRestOfCutDay,
} from '../lists/days.ts'
import { entriesMarkup } from '../lists/entry.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { longRunningMarkup } from '../lists/long-running.ts'
import { dayHeading } from '../lists/timeline.ts'
import type { Site } from '../site.ts'
import { legendMarkup } from './legend.ts'
import { headingWithPeriodSteps } from './steps.ts'
import { feedSourceOfView, siteWithKeptFilters, viewMain } from './view.ts'

const pageOf = (saturday: string) => `calendar/weekend/${saturday}`

/** The events of both days, with those that span them all below. */
function contentOf(
  [saturday, sunday]: readonly [string, string],
  days: EventsToListByDay,
  site: Site,
): Markup {
  const running = eventsSpanningWholePeriod(days, saturday, sunday)
  const each = [saturday, sunday].map((day) => {
    const events = eventsOnDay(days, day).filter((event) => !running.includes(event))
    const list =
      events.length === 0
        ? html`<p class="none">${site.word('site.nothing')}</p>`
        : entriesMarkup(day, events, site)
    return html`<section class="date${day === site.today && ' today'}">${dayHeading(day, site, 2)}<div>${list}${renderLinkToRestOfCutDay(day, days, site)}</div></section>`
  })
  return html`${days.events.length === 0 && emptyMessage(site, days)}<div class="timeline">${each}</div>${longRunningMarkup({ events: running, total: running.length }, viewPath(site, 'calendar/search'), site)}${legendMarkup(days.events, site)}`
}

/** Returns the page of a weekend, from Saturday to Sunday. */
export function weekendPage(
  [saturday, sunday]: readonly [string, string],
  days: EventsToListByDay,
  chosen: ChosenFilters,
  plain: Site,
): string {
  const site = siteWithKeptFilters(plain, chosen)
  const { word } = site
  const at = (count: number) => {
    const other = plusDays(saturday, count)
    return other && pageOf(other)
  }
  const isThis = saturday <= site.today && site.today <= sunday
  const span = site.dates.days(saturday, sunday)
  const title = isThis ? `${word('site.weekend')}: ${span}` : span
  const head = headingWithPeriodSteps(site, {
    title: html`${title}`,
    before: at(-7),
    after: at(7),
    words: { before: word('site.weekend.before'), after: word('site.weekend.after') },
  })
  const isEmpty = days.events.length === 0
  const content = contentOf([saturday, sunday], days, site)
  const page = pageOf(saturday)
  const view = {
    head,
    page,
    target: 'calendar/day',
    day: saturday,
    more: {},
    events: days.events,
    none: days.none,
  }
  const main = viewMain(view, chosen, site, content)
  const shown = {
    title,
    page,
    day: saturday,
    isUnlisted: true,
    isEmpty,
    hasNothing: days.none !== undefined,
    hasResults: days.events.length > 0,
    feed: feedSourceOfView(chosen, site),
  }
  return sitePage(site, { ...shown, ...listLinkedData(days.events, site) }, main)
}
