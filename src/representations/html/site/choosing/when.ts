/** Links to the days that readers need most, and a field to choose any other day. */
import { plusDays, weekendOf, weekOf } from '../../../../domain/time/calendar-days.ts'
import { html, type Markup } from '../../markup.ts'
import { type Site, sitePath } from '../site.ts'
import { viewPath } from './chosen.ts'

/** The current page, and the page that shows a chosen day. */
interface WhenUse {
  /** The current page, whose link is marked. */
  readonly page: string
  /** The page that shows a chosen day, such as `calendar/week`. */
  readonly target: string
  /** The current day. */
  readonly day: string
  /** Fields of the page that stay. */
  readonly more?: Readonly<Record<string, string>>
}

/** Returns the links and the form. `other` are further links. */
export function dateLinks(
  { page, target, day, more = {} }: WhenUse,
  site: Site,
  other: Markup | false = false,
): Markup {
  const { word, today } = site
  const [tomorrow = today, [saturday]] = [plusDays(today, 1), weekendOf(today)]
  const links = [
    [word('calendar.today'), `calendar/day/${today}`],
    [word('site.tomorrow'), `calendar/day/${tomorrow}`],
    [word('site.weekend'), `calendar/weekend/${saturday}`],
    [word('site.this_week'), `calendar/week/${weekOf(today, site.firstDay)}`],
  ] as const
  const each = links.map(
    ([label, to]) =>
      html`<li><a class="button" href="${viewPath(site, to)}"${to === page && html` aria-current="true"`}>${label}</a></li>`,
  )
  const stays = Object.entries({ ...site.kept, ...more }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<div class="when-to-go"><ul class="buttons" aria-label="${word('when')}">${each}${other}</ul><form class="go" method="get" action="${sitePath(site, target)}">${stays}<label for="go-on" class="unseen">${word('site.date')}</label><input id="go-on" name="on" type="date" value="${day}" required><button class="button">${word('site.go')}</button></form></div>`
}
