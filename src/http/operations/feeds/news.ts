/** News feeds: texts that are built in memory. */
import { feedEventBatches, runOnConsistentView } from '../../../actions/feed.ts'
import { wordingOf } from '../../../locales/index.ts'
import type { FeedView } from '../../../representations/feeds/channel.ts'
import type { EventItem } from '../../../store/store.ts'
import { type MakeFeed, spoolText } from './feed.ts'

/** Maximum events in a news feed: the latest published. */
const NEWEST = 50

/** Makes a news feed of the latest events; `write` writes its format. */
export const newsFeedMaker =
  (write: (items: readonly EventItem[], view: FeedView) => string): MakeFeed =>
  (feed, { request }) =>
    runOnConsistentView(request.context, async (context) => {
      const { root, language } = request
      const view = { ...feed, root, word: wordingOf(language), moment: context.moment }
      const items: EventItem[] = []
      for await (const some of feedEventBatches(feed.args, NEWEST, context)) items.push(...some)
      return { text: await spoolText(write(items, view)), until: Number.POSITIVE_INFINITY }
    })
