/** The head of the page of a venue, organizer, series, category, tag or group: picture, name, what to know of it, and what to do next. */

import type { Image } from '../../../../contract/resources/represented.ts'
import type { ItemLanguages } from '../../../item-languages.ts'
import { html, type Markup } from '../../markup.ts'
import { type FeedSource, feedUrls } from '../feeds.ts'
import { icon } from '../icon.ts'
import { languagesLine } from '../languages/addresses.ts'
import { textAttributes } from '../languages/text-language.ts'
import type { EventListPage } from '../lists/timeline.ts'
import { type Site, sitePath } from '../site.ts'
import { subscribeButtons } from '../subscribe-buttons.ts'
import { shareButton } from './add-to-calendar.ts'
import { descriptionMarkup } from './event-page.ts'
import { headImageMarkup } from './head-image.ts'

// The menu beside a title that follows the events of an item in other calendars. The service itself never requests these sites.

/** Returns the menu of the feeds of a list. */
function followMenu(list: FeedSource, site: Site): Markup {
  const { word } = site
  const paths = feedUrls(site, list)
  const social =
    list.social !== undefined &&
    site.socialHost !== undefined &&
    html`<li><a href="${sitePath(site, 'follow', list.social)}">${icon('users', site)}${word('site.social')}</a></li>`
  return html`<details class="menu following"><summary class="button strong">${icon('calendar-plus', site)}${word('site.follow')}${icon('chevron-down', site)}</summary><ul class="panel"><li><a href="${paths.webcal}">${word('site.add.program')} (Apple)</a></li>${subscribeButtons(site, paths, list.title)}<li><a href="${paths.rss}">${icon('rss', site)}RSS</a></li>${social}</ul></details>`
}

/** The events and the languages of an item, which its page shows beside it. */
export interface EventsAndLanguagesOfItem {
  readonly listed: EventListPage
  /** Undefined on a site with one language. */
  readonly languages: ItemLanguages | undefined
}

/** The content of the head, and what stands below it. */
interface ItemHead {
  readonly name: string
  /** The path of the page below each root. */
  readonly page: string
  /** Undefined on a site with one language. */
  readonly languages: ItemLanguages | undefined
  /** The kind of the item, and the page that lists all of them. */
  readonly kind: string
  readonly index: string
  readonly image: Image | false
  /** Whether only editors see the page. */
  readonly isUnpublished: boolean
  /** The path of the events of the item below the namespace, with its filters. */
  readonly feed: Omit<FeedSource, 'title'>
  readonly facts: readonly (Markup | false)[]
  /** Buttons beside the one that follows. */
  readonly actions?: Markup | false
  /** HTML as users wrote it; "" for none. */
  readonly description: string
  /** A small map, which stands beside the name where there is no picture. */
  readonly map?: Markup | false
  /** The classes of a colour. */
  readonly colour?: string
}

/** Returns a line of the head: an icon and what it stands for. */
export const iconLine = (sign: Parameters<typeof icon>[0], text: Markup, site: Site): Markup =>
  html`<div>${icon(sign, site)}<span>${text}</span></div>`

/** Returns the article about an item. Its events follow. */
export function itemArticle(item: ItemHead, site: Site): Markup {
  const { name, languages, kind, index, image, isUnpublished, feed, facts, actions = false } = item
  const { word } = site
  const { map = false } = item
  const besides = image === false ? map : false
  const kinds = [image !== false && 'pictured', besides !== false && 'located', item.colour]
  const classes = ['linked', ...kinds].filter(Boolean).join(' ')
  const note = isUnpublished && html`<p class="notice" role="note">${word('site.unpublished')}</p>`
  const lines = facts.filter((line) => line !== false)
  const written = descriptionMarkup(item.description, languages, site)
  const below = image === false ? false : map
  const about = (written !== false || below !== false) && html`<div class="about">${written}${below}</div>`
  return html`<article class="${classes}"><header class="hero">${headImageMarkup({ image }, site)}<div class="hero-text">${note}<p class="kicker"><a href="${sitePath(site, index)}">${kind}</a></p><h1${textAttributes(languages?.shown, site)}>${name}</h1>${languagesLine(item.page, languages, site)}${lines.length > 0 && html`<div class="decides">${lines}</div>`}<div class="actions">${followMenu({ ...feed, title: name }, site)}${actions}${shareButton(name, site)}</div></div>${besides}</header>${about}</article>`
}
