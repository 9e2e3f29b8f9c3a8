/** The message of a calendar without any events. */
import { html, type Markup } from '../../markup.ts'
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

/** Returns the message, with an invitation to those who may add events. */
export function emptyCalendarInvitationMarkup(none: CalendarWithoutAnyEvents, site: Site): Markup {
  return html`<p class="nothing">${site.word('site.nothing.yet')}${invitation(none, site)}</p>`
}
