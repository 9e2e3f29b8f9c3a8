/** The calendar of one event, or of the series that it belongs to (contract §0, §10.4, ext.). */

import { readEventAt } from '../../../actions/read.ts'
import { mayReadUnpublished } from '../../../api/policy.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { because, Problem } from '../../../problem.ts'
import {
  type CalendarPiece,
  calendarHead,
  calendarPieceOfEvent,
  calendarTail,
  zoneGatherer,
} from '../../../representations/icalendar/calendar.ts'
import { calendarPieceOfSeries } from '../../../representations/icalendar/series.ts'
import type { EventItem, ReadView } from '../../../store/store.ts'
import { newCountedPasswordGuess } from '../../auth/event-passwords.ts'
import type { BuiltFeed } from '../../cache/feed-cache.ts'
import { type ApiRequest, idOrSlugInPath } from '../../request/api-request.ts'
import { type FeedRequest, feedAddress, spoolText } from './feed.ts'
import { readVisibleOccurrencesOfSeries, type VisibleOccurrenceQuery } from './pieces.ts'

/** Runs a task in the turns of the queue of feeds. */
type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** The entry of an event: itself, or its series as this reader sees it. */
async function entryOf(
  item: EventItem,
  isSingle: boolean,
  apiRequest: ApiRequest,
  inTurn: InTurn,
): Promise<CalendarPiece> {
  const { context, root, minRevision, isGone } = apiRequest
  const id = item.series?.id
  if (id === undefined || isSingle) return calendarPieceOfEvent(item, root)
  const shown: VisibleOccurrenceQuery = {
    status: mayReadUnpublished(context.actor) ? ['any'] : ['publish'],
    hidden: item.record.hide_from_listings === 1,
  }
  const goOn = () => {
    if (isGone()) throw new Problem('rest_unavailable', because('connection_closed'))
  }
  // A series may have thousands of occurrences.
  const act = async (readView: ReadView) => {
    const record = await readView.find('series', { id }, context.moment)
    const items = await readVisibleOccurrencesOfSeries(readView, id, shown, { context, root, goOn })
    // The sent password opens the requested event.
    const opened = items.map((one) => (one.record.id === item.record.id ? item : one))
    return record === undefined
      ? calendarPieceOfEvent(item, root)
      : calendarPieceOfSeries(record, opened, root)
  }
  return inTurn(() => context.store.readView(act, minRevision))
}

/** The calendar of one event, and the slug of the event. */
interface ItemCalendar extends BuiltFeed {
  readonly name: string
}

/**
 * Builds the calendar of one event, or of the series that it belongs to, which is read in turn with other feeds. Throws 400, 401,
 * 403, 404, 410, 429 or 503.
 */
export async function buildEventOrSeriesCalendar(
  { request: apiRequest, caller }: Pick<FeedRequest, 'request' | 'caller'>,
  inTurn: InTurn,
): Promise<ItemCalendar> {
  const { operation, context, root, params, query, headers } = apiRequest
  const { password, expand } = parseArgs(operation.args, query.args(operation.args), 'query')
  // The route by slug does not declare the password arg, but accepts it too.
  const sent = password ?? (query.text('password') || headers['x-event-password'])
  const guess = newCountedPasswordGuess(sent, apiRequest.guesser)
  try {
    const item = await readEventAt(idOrSlugInPath(operation, params), guess.opens, context)
    const view = {
      root,
      zone: context.moment.zone,
      title: item.record.title,
      address: feedAddress(apiRequest),
    }
    const { add, zones } = zoneGatherer()
    const entry = await entryOf(item, expand === true, apiRequest, inTurn)
    add(entry.zones)
    const text = await spoolText(calendarHead(view, zones) + entry.text + calendarTail, caller)
    return { text, name: item.record.slug, until: Number.POSITIVE_INFINITY }
  } finally {
    guess.end()
  }
}
