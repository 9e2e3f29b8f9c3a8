/** Chips for the days that readers need most, and a menu with any other day. */
import { plusDays, weekendOf } from '../../../../domain/time/calendar-days.ts'
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { type Site, sitePath } from '../site.ts'
import { chipToChoose, chosenChip, viewPath } from './chosen.ts'
import { sheetHead } from './sheet.ts'

/** The current page, and the page that shows a chosen day. */
export interface DayChipsPageAndTarget {
  /** The current page, whose chip is filled. */
  readonly page: string
  /** The page that shows a chosen day, such as `calendar/week`. */
  readonly target: string
  /** The current day. */
  readonly day: string
  /** Fields of the page that stay. */
  readonly more?: Readonly<Record<string, string>>
}

/** The value of the field `part` for the evening of a day. */
export const EVENING_PART = 'evening'

/** A choice of days: its name, its page, and whether it is the evening alone. */
type DayChoice = readonly [label: string, page: string, isEvening: boolean]

const hrefOf = ([, to, isEvening]: DayChoice, site: Site) =>
  viewPath(site, to, isEvening ? { part: EVENING_PART } : {})

/** The menu with other days, and the field for any day. */
function dateMenu(
  { target, day, more = {} }: DayChipsPageAndTarget,
  others: readonly DayChoice[],
  site: Site,
): Markup {
  const { word } = site
  const stays = Object.entries({ ...site.kept, ...more }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  const links =
    others.length > 0 &&
    html`<ul>${others.map((one) => html`<li><a href="${hrefOf(one, site)}">${one[0]}</a></li>`)}</ul>`
  return html`<li><details class="menu" name="row"><summary class="chip">${icon('calendar-days', site)}${word('site.date')}${icon('chevron-down', site)}</summary><div class="panel">${sheetHead(word('site.date'), site)}${links}<form class="go" method="get" action="${sitePath(site, target)}">${stays}<label for="go-on">${word('site.date')}</label><input id="go-on" name="on" type="date" value="${day}" required><button class="button strong">${word('site.go')}</button></form></div></details></li>`
}

/** Returns whether a page is one of chosen days: the row then offers what to choose next. */
export const isPageOfChosenDays = (page: string): boolean => /^calendar\/(?:day|weekend)\//.test(page)

/**
 * Returns the chips of days as items of a list. Each leads to its page. On a page of chosen days there is one chip, which leads away from
 * it, and the other days are in the menu.
 */
export function whenChips(use: DayChipsPageAndTarget, site: Site): Markup {
  const { word, today, dates } = site
  const { page, more = {} } = use
  const [tomorrow = today, [saturday]] = [plusDays(today, 1), weekendOf(today)]
  const days: readonly DayChoice[] = [
    [word('calendar.today'), `calendar/day/${today}`, false],
    [word('site.tonight'), `calendar/day/${today}`, true],
    [word('site.tomorrow'), `calendar/day/${tomorrow}`, false],
    [word('site.weekend'), `calendar/weekend/${saturday}`, false],
  ]
  if (!isPageOfChosenDays(page))
    return html`${days.map((one) => chipToChoose(one[0], hrefOf(one, site)))}${dateMenu(use, [], site)}`
  const isThis = ([, to, isEvening]: DayChoice) => to === page && isEvening === (more.part === EVENING_PART)
  const text = days.find(isThis)?.[0] ?? dates.short(page.slice(-10))
  const away = viewPath(site, 'calendar/agenda')
  const others = days.filter((one) => !isThis(one))
  return html`${chosenChip({ label: word('when'), text, href: away }, site)}${dateMenu(use, others, site)}`
}
