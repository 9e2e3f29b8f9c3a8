/** The statements of a page about itself: its title, its address, and what programs read. */

import type { Image } from '../../../contract/resources/represented.ts'
import type { ItemLanguages } from '../../item-languages.ts'
import type { KeptFilters } from './choosing/filter-names.ts'
import type { FeedSource } from './feeds.ts'

/** The views that the head leads to. */
export type ViewName = 'month' | 'week' | 'day' | 'agenda' | 'map' | 'search'

/** The statements of a page about itself. */
export interface PageHead {
  readonly title: string
  /** Plain-text summary for search engines and messengers. */
  readonly description?: string
  /** The path of the page below each root: `event/market-day`. */
  readonly page: string
  /** The languages of the item of the page; undefined without one, and on a site with one language. */
  readonly languages?: ItemLanguages | undefined
  readonly image?: Pick<Image, 'url' | 'width' | 'height' | 'alt_text'> | false
  /** Whether the service draws a picture of the page for messengers, if it has none that is large enough. */
  readonly hasDrawnPicture?: boolean
  /** schema.org linked data for search engines. */
  readonly jsonLd?: object
  /** Whether search engines must not index the page. */
  readonly isUnlisted?: boolean
  /** Whether the page shows no events. Search engines then must not follow its links, which lead to unlimited empty dates. */
  readonly isEmpty?: boolean
  /** Whether the reader sees no events on any date: then the page does not offer to follow them. */
  readonly hasNothing?: boolean
  /** The feed of the page: the path of its events below the namespace, and its title. */
  readonly feed?: FeedSource
  /** Whether the page has a map, if the site has tiles. */
  readonly hasMap?: boolean
  /** Fields of the address besides the filters, which the links to other languages keep. */
  readonly fields?: Readonly<Record<string, string>>
  /** Whether an open page checks for changes; by default pages with a feed do. */
  readonly isWatched?: boolean
  /** Filters that the links to views keep, and this address has not. */
  readonly leadsTo?: KeptFilters
  /** The current view, and the day that links to other views show. */
  readonly view?: ViewName
  /** Whether the page has events below its tools, to which a link skips. */
  readonly hasResults?: boolean
  /** The id of today on the page, to which its second link skips. */
  readonly todayId?: string | undefined
  readonly day?: string
}
