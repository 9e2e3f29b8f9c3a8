/** The menu beside a title that follows the events of an item in other calendars. The service itself never requests these sites. */
import { html, type Markup } from '../../markup.ts'
import { type FeedSource, feedUrls } from '../feeds.ts'
import { icon } from '../icon.ts'
import { type Site, sitePath } from '../site.ts'
import { subscribeButtons } from '../subscribe-buttons.ts'

/** Returns the menu of the feeds of a list. */
export function followMenu(list: FeedSource, site: Site): Markup {
  const { word } = site
  const paths = feedUrls(site, list)
  const social =
    list.social !== undefined &&
    site.socialHost !== undefined &&
    html`<li><a href="${sitePath(site, 'follow', list.social)}">${icon('users', site)}${word('site.social')}</a></li>`
  return html`<details class="menu following"><summary class="button strong">${icon('calendar-plus', site)}${word('site.follow')}${icon('chevron-down', site)}</summary><ul class="panel"><li><a href="${paths.webcal}">${word('site.add.program')} (Apple)</a></li>${subscribeButtons(site, paths, list.title)}<li><a href="${paths.rss}">${icon('rss', site)}RSS</a></li>${social}</ul></details>`
}
