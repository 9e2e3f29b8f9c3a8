/** Links that subscribe to a feed in other calendars. The service itself never requests these sites. */
import type { FeedFormat } from '../../../contract/operations/calendars/feeds.ts'
import { html, type Markup } from '../markup.ts'
import { icon } from './icon.ts'
import type { Site } from './site.ts'

/** The URLs of a feed, by format. */
export type FeedUrls = Readonly<Record<FeedFormat | 'webcal', string>>

/** Returns the absolute address of the iCalendar feed. */
const addressOf = ({ webcal }: FeedUrls, { root }: Site) =>
  webcal.replace(/^webcal:/, new URL(root.url).protocol)

/** Returns the buttons for Google and Outlook, and the one that copies the address. `title` is what is followed; "" for all events. */
export function subscribeButtons(site: Site, paths: FeedUrls, title: string): Markup {
  const address = addressOf(paths, site)
  const outlook = new URLSearchParams({ url: address, name: title === '' ? site.name : title })
  const link = (name: string, url: string) =>
    html`<li><a class="button" href="${url}" rel="noopener nofollow">${name}</a></li>`
  return html`${link('Google', `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: paths.webcal })}`)}${link('Outlook.com', `https://outlook.live.com/calendar/0/addfromweb?${outlook}`)}${link('Microsoft 365', `https://outlook.office.com/calendar/0/addfromweb?${outlook}`)}<li>${copyButton(address, site)}</li>`
}

/** Returns the button that copies an address, which scripts show. */
export const copyButton = (address: string, site: Site): Markup =>
  html`<button class="button copy" type="button" data-copy="${address}" hidden>${icon('copy', site)}<span>${site.word('site.copy')}</span></button>`
