/** Chips for the days that readers need most, and a menu with any other day. */
import { plusDays, weekendOf } from '../../../../domain/time/calendar-days.ts'
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { type Site, sitePath } from '../site.ts'
import { chosenChip, plainChip, viewPath } from './chosen.ts'

/** The current page, and the page that shows a chosen day. */
export interface WhenUse {
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
export const EVENING = 'evening'

/** The menu with the field for any day. */
function dateMenu({ target, day, more = {} }: WhenUse, site: Site): Markup {
  const { word } = site
  const stays = Object.entries({ ...site.kept, ...more }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<li><details class="menu" name="row"><summary class="chip">${icon('calendar-days', site)}${word('site.date')}${icon('chevron-down', site)}</summary><form class="panel go" method="get" action="${sitePath(site, target)}">${stays}<label for="go-on">${word('site.date')}</label><input id="go-on" name="on" type="date" value="${day}" required><button class="button strong">${word('site.go')}</button></form></details></li>`
}

/** Returns the chips of days as items of a list. Each leads to its page; that of the current page leads away from it. */
export function whenChips(use: WhenUse, site: Site): Markup {
  const { word, today, dates } = site
  const { page, more = {} } = use
  const isEvening = more.part === EVENING
  const [tomorrow = today, [saturday]] = [plusDays(today, 1), weekendOf(today)]
  const days = [
    [word('calendar.today'), `calendar/day/${today}`, false],
    [word('site.tonight'), `calendar/day/${today}`, true],
    [word('site.tomorrow'), `calendar/day/${tomorrow}`, false],
    [word('site.weekend'), `calendar/weekend/${saturday}`, false],
  ] as const
  const away = viewPath(site, 'calendar/agenda')
  const isThis = (to: string, ofEvening: boolean) => to === page && ofEvening === isEvening
  const each = days.map(([label, to, ofEvening]) =>
    isThis(to, ofEvening)
      ? chosenChip({ label: word('when'), text: label, href: away }, site)
      : plainChip(label, viewPath(site, to, ofEvening ? { part: EVENING } : {})),
  )
  const isOther =
    /^calendar\/(?:day|weekend)\//.test(page) && !days.some(([, to, ofEvening]) => isThis(to, ofEvening))
  const other =
    isOther && chosenChip({ label: word('when'), text: dates.short(page.slice(-10)), href: away }, site)
  return html`${each}${other}${dateMenu(use, site)}`
}
