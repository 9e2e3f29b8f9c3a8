/** Files with all events of a list (contract §3, ext.): texts that are built batch by batch and spooled. */
import { setImmediate } from 'node:timers/promises'
import { eventsOfFeed } from '../../../actions/feed.ts'
import type { ContentLanguages } from '../../../domain/content/languages.ts'
import type { ListFileWriter } from '../../../representations/files/event-table.ts'
import { representWithOwnTexts } from '../../../representations/files/own-event.ts'
import { contentChoiceOfRoot } from '../../../representations/urls.ts'
import { digestOf } from '../../protocol/etag.ts'
import { representationContextOf } from '../../request/api-request.ts'
import { type SpoolPart, spoolBody } from '../../response/spool.ts'
import type { MakeFeedForRequest } from './feed.ts'

/** The most events in one file: the first ones in the order of the list. */
const MAX_IN_FILE = 10_000

function partOf(text: string): SpoolPart {
  return { bytes: Buffer.from(text), tag: digestOf(text) }
}

/** Makes a file of the events that the reader sees in a list; `textOfValue` gives its text on a site with these content languages. */
export const makeListFileMaker =
  (textIn: (languages: ContentLanguages) => ListFileWriter): MakeFeedForRequest =>
  async (feed, { request, caller }, goOn) => {
    const { context, minRevision } = request
    const view = representationContextOf(request, false, feed.title)
    const { head, row } = textIn(contentChoiceOfRoot(view.root).languages)
    async function* parts(): AsyncIterable<SpoolPart> {
      for await (const items of eventsOfFeed(feed.args, MAX_IN_FILE, context, minRevision)) {
        goOn()
        yield partOf(items.map((item) => row(representWithOwnTexts(item, view))).join(''))
        await setImmediate()
      }
    }
    return { text: await spoolBody(parts(), () => head, caller), until: Number.POSITIVE_INFINITY }
  }
