/** The message of a calendar without any events. */
import { html, type Markup } from '../../markup.ts'
import { type Site, sitePath } from '../site.ts'

/** A calendar in which the reader sees no events on any date. */
export interface EmptyCalendar {
  /** The page of the desk where this reader adds events; undefined if they may not. */
  readonly desk: string | undefined
}

/** Returns the message, with a link to the desk for readers who may add events. */
export function noEventsMessage({ desk }: EmptyCalendar, site: Site): Markup {
  const { word } = site
  return html`<p class="nothing">${word('site.nothing.yet')}${
    desk !== undefined &&
    html` <a href="${sitePath(site, desk).replace(/\/$/, '')}" rel="nofollow">${word('site.nothing.add')}</a>`
  }</p>`
}
