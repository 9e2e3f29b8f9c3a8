/** The message of a calendar without any events. */
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { type Site, sitePath } from '../site.ts'
import { submitPath } from '../site-head.ts'

/** A calendar in which the reader sees no events on any date. */
export interface CalendarWithoutAnyEvents {
  /** The page of the desk where this reader adds events; undefined if they may not. */
  readonly desk: string | undefined
}

/** Returns the link to where this reader adds events: the desk, or the form for the public; false without either. */
function invitation({ desk }: CalendarWithoutAnyEvents, site: Site): Markup | false {
  const { word, submits } = site
  if (desk !== undefined)
    return html` <a href="${sitePath(site, desk).replace(/\/$/, '')}" rel="nofollow">${word('site.nothing.add')}</a>`
  return submits && html` <a href="${submitPath(site)}">${word('site.submit.title')}</a>`
}

/** The ways in which whoever sets the calendar up goes on besides the first event; only administrators have them. */
function waysToBegin({ desk }: CalendarWithoutAnyEvents, site: Site): Markup | false {
  if (desk === undefined) return false
  const { word } = site
  const link = (to: string, label: string) =>
    html`<a class="button" href="${sitePath(site, to).replace(/\/$/, '')}" rel="nofollow">${label}</a>`
  return (
    desk === 'desk/start' &&
    html`<p>${word('site.nothing.setup')}</p><p class="buttons">${link('desk/start', word('site.nothing.demo'))}${link('desk/import', word('site.nothing.import'))}</p>`
  )
}

/** Returns the message, with what the calendar will be, and an invitation to those who may add events. */
export function emptyCalendarInvitationMarkup(none: CalendarWithoutAnyEvents, site: Site): Markup {
  return html`<div class="empty-calendar">${icon('calendar-days', site)}<p class="nothing">${site.word('site.nothing.yet')}${invitation(none, site)}</p><p>${site.word('site.nothing.visitors')}</p>${waysToBegin(none, site)}</div>`
}
