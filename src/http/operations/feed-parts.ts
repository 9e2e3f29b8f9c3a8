/** What feeds are made of: the filters of a request, and the pieces of calendars. */

import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  allowContextToReadTrash,
  type FeedArgs,
  feedItemName,
  filtersOfScopedFeed,
  isCancellationAnnounced,
  isStatusIn,
  requireMayReadFeed,
  restrictFeedToStatuses,
} from '../../actions/feed.ts'
import { readItemAt } from '../../actions/read.ts'
import { type Context, viewerOf } from '../../api/context.ts'
import { parseArgs } from '../../contract/arg.ts'
import type { IdOrText } from '../../contract/kinds/items.ts'
import {
  calendarFeedArgs,
  type FeedScopeResourceName,
  isListFileFormat,
  listFileArgs,
  newsFeedArgs,
} from '../../contract/operations/feeds.ts'
import type { Status } from '../../contract/resources/shared.ts'
import { namesOf } from '../../contract/table-of.ts'
import { contentLanguageMatchingTag } from '../../domain/languages.ts'
import { Problem } from '../../problem.ts'
import {
  calendarPieceOfEvent,
  calendarPieceOfSeries,
  calendarPieceOfTrashedEvent,
  type ZoneYears,
} from '../../representations/icalendar/calendar.ts'
import type { Root } from '../../representations/urls.ts'
import type { EventItem, EventQuery, ReadView } from '../../store/store.ts'
import { utf8Buffer } from '../../support/shared-budget-cache.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes, quoted } from '../../words/languages.ts'
import type { BuiltFeed } from '../cache/feed-cache.ts'
import {
  idsShownByEvent,
  imageIdsOf,
  type Rendering,
  renderingCache,
  viewerKey,
} from '../cache/renderings.ts'
import { digestOf } from '../protocol.ts'
import { type ApiRequest, idOfPathParams } from '../request/api-request.ts'
import { type Spool, spoolBody } from '../response/send-feed.ts'

// The names of what the filters of a feed name, for its title.

/** The most items that the name of a feed names. */
const MAX_NAMED = 3

/** The name of the item that a filter means, if there is one that the reader may see. */
async function namesAt(
  scope: FeedScopeResourceName,
  reference: IdOrText,
  context: Context,
): Promise<readonly string[]> {
  try {
    const address = 'text' in reference ? { slug: reference.text } : reference
    return [(await readItemAt(scope, address, context)).record.name]
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return []
    throw error
  }
}

/** Returns the names of the first items that the filters of a feed name. Those that the reader may not see have none. */
async function filteredItemNames(
  { categories = [], tags = [], venue = [], organizer = [] }: FeedArgs,
  context: Context,
): Promise<readonly string[]> {
  const chosen = { category: categories, tag: tags, venue, organizer } as const
  const items = namesOf(chosen).flatMap((scope) => chosen[scope].map((address) => ({ scope, address })))
  const names = await Promise.all(
    items.slice(0, MAX_NAMED).map(({ scope, address }) => namesAt(scope, address, context)),
  )
  return names.flat()
}

// The iCalendar text of events and of series: the pieces that calendars are joined from.

/** One event in a calendar. */
export interface FeedPiece extends Rendering {
  readonly bytes: Buffer
  /** A digest of the bytes, for ETags. */
  readonly tag: string
  readonly zones: ZoneYears
  readonly status: Status
  /** When the event last changed, in seconds since 1970 UTC. */
  readonly modified: number
  /** The series of an occurrence, and whether the occurrence has the UID of the series. */
  readonly series?: { readonly id: number; readonly isFirst: boolean }
}

export type EventOrCancelledPiece = 'event' | 'cancelled'

/** The viewer and root that pieces are made for. */
export interface PieceViewer {
  readonly context: Context
  readonly root: Root
  /** Throws 503 when no client waits for the calendar any more. */
  readonly goOn: () => void
}

/** Which occurrences a feed may show at all, whatever its window and its other filters. */
export type VisibleOccurrenceQuery = Pick<EventQuery, 'status' | 'hidden'>

/** Events processed before the event loop runs other work. */
const EVENTS_PER_BATCH = 50
/** More than a series has. */
const MAX_OCCURRENCES = 100_000
/** Bytes of the id of an occurrence in a list. */
const ID = 8

/** Reads events some at a time, before the event loop runs other work. */
async function readInBatches(
  ids: readonly number[],
  goOn: () => void,
  read: (some: readonly number[]) => Promise<readonly EventItem[]>,
) {
  const items: EventItem[] = []
  for (let at = 0; at < ids.length; at += EVENTS_PER_BATCH) {
    goOn()
    items.push(...(await read(ids.slice(at, at + EVENTS_PER_BATCH))))
    if (at + EVENTS_PER_BATCH < ids.length) await setImmediate()
  }
  return items
}

/** The occurrences of a series that the reader sees. */
export async function readVisibleOccurrencesOfSeries(
  view: ReadView,
  id: number,
  { status, hidden }: VisibleOccurrenceQuery,
  { context, goOn }: PieceViewer,
) {
  const viewer = viewerOf(context)
  const all = { page: 1, per_page: MAX_OCCURRENCES, orderby: 'start_date', order: 'asc', window: {} } as const
  const { ids } = await view.findEvents({ ...all, status, hidden, series: [id] }, viewer)
  const items = await readInBatches(ids, goOn, (some) => view.events(some, viewer))
  return items.filter(({ record }) => isStatusIn(status, record.status))
}

const noText = { text: '', zones: [] }

/** The bytes of a text, and what follows from them. */
function bytesOf(text: string) {
  const bytes = utf8Buffer(text)
  return { bytes, tag: digestOf(bytes), size: bytes.length }
}

function pieceOfEvent(
  item: EventItem,
  kind: EventOrCancelledPiece,
  { context, root }: PieceViewer,
): FeedPiece {
  const { record, series } = item
  const cancelled = () =>
    isCancellationAnnounced(item, context) ? calendarPieceOfTrashedEvent(item) : noText
  const { text, zones } = kind === 'event' ? calendarPieceOfEvent(item, root) : cancelled()
  const of = series && { series: { id: series.id, isFirst: series.uid === record.uid } }
  const { id, status, modified_utc: modified } = record
  return { ...bytesOf(text), id, status, shown: idsShownByEvent(item), zones, modified, ...of }
}

async function pieceOfSeries(view: ReadView, id: number, shown: VisibleOccurrenceQuery, reader: PieceViewer) {
  const { store, moment } = reader.context
  const record = await store.find('series', { id }, moment)
  if (record === undefined) return []
  const items = await readVisibleOccurrencesOfSeries(view, id, shown, reader)
  const { text, zones } = items.length === 0 ? noText : calendarPieceOfSeries(record, items, reader.root)
  const all = items.map(idsShownByEvent)
  // Those too that the reader does not see.
  const events = (await store.occurrences(id)).map((one) => one.id)
  const own = bytesOf(text)
  const piece: FeedPiece = {
    ...own,
    id,
    size: own.size + ID * events.length,
    zones,
    status: record.status,
    modified: record.modified_utc,
    shown: {
      series: [id],
      event: events,
      category: [...new Set(all.flatMap(({ category = [] }) => category))],
      tag: [...new Set(all.flatMap(({ tag = [] }) => tag))],
      media: [...new Set(items.flatMap((item) => imageIdsOf([item, ...item.venues, ...item.organizers])))],
    },
  }
  return [piece]
}

/** The viewer for whom events are read; those that are cancelled are in the trash. */
const viewerFor = (kind: EventOrCancelledPiece, { context }: PieceViewer) =>
  viewerOf(kind === 'event' ? context : allowContextToReadTrash(context))

/** Returns an empty cache of the pieces of calendars. */
export function feedPieceCache() {
  const kept = renderingCache<FeedPiece>({ showsTermNamesAlone: true })
  const readerOf = (readView: ReadView, kind: EventOrCancelledPiece, reader: PieceViewer) => ({
    readView,
    group: `${kind}\n${viewerKey(viewerFor(kind, reader).scope, reader)}`,
    moment: reader.context.moment,
  })
  return {
    /** The pieces of these events, in their order; makes the missing ones. */
    take: (view: ReadView, kind: EventOrCancelledPiece, ids: readonly number[], reader: PieceViewer) =>
      kept.take(ids, readerOf(view, kind, reader), async (missing) => {
        const viewer = viewerFor(kind, reader)
        const items = await readInBatches(missing, reader.goOn, (some) => view.events(some, viewer))
        return items.map((item) => pieceOfEvent(item, kind, reader))
      }),
    /** The pieces of these series, in their order; makes the missing ones. Of a series without visible occurrences there is none. */
    async series(view: ReadView, ids: readonly number[], shown: VisibleOccurrenceQuery, reader: PieceViewer) {
      const { group, ...own } = readerOf(view, 'event', reader)
      const ofSeries = { ...own, group: `series ${JSON.stringify([shown.status, shown.hidden])}\n${group}` }
      const pieces: FeedPiece[] = []
      for (const id of ids)
        pieces.push(...(await kept.take([id], ofSeries, () => pieceOfSeries(view, id, shown, reader))))
      return pieces.filter(({ bytes }) => bytes.length > 0)
    },
  }
}

// A feed: its filters, title and address, and what its makers need.

interface ResolvedFeed {
  readonly args: FeedArgs
  readonly title: string
  readonly address: string
}

export interface FeedRequest {
  readonly request: ApiRequest
  /** The name of the caller, by whom texts that are being sent are counted. */
  readonly caller: string
  /** Of a secret feed: the statuses that it shows. The request then has the actor of its user. */
  readonly statuses?: readonly Status[]
  /** The iCalendar text of events and series, cached. */
  readonly pieces: ReturnType<typeof feedPieceCache>
  /** The name of the calendar. */
  siteName(language: InterfaceLanguageCode): Promise<string>
}

/** Makes the text of a feed. It calls `goOn` between batches, which throws when nobody waits for it any more. */
export type MakeFeedForRequest = (
  feed: ResolvedFeed,
  feedRequest: FeedRequest,
  goOn: () => void,
) => Promise<BuiltFeed>

/** The feed's own address: its path with the filters of the request. */
export function feedAddress({ operation, params, query, root: { url, namespace } }: ApiRequest): string {
  const path = operation.path.replace('{id}', params.id ?? '').replace('{slug}', params.slug ?? '')
  const sent = Object.keys(operation.args).filter((name) => name !== 'password' && query.has(name))
  const pairs = sent.map((name) => `${name}=${encodeURIComponent(query.texts(name).join(','))}`)
  return `${url}/${namespace}${encodeURI(path)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** What news feeds order with the latest first, unless the request says otherwise. */
const latestFirst: readonly string[] = ['date', 'modified']

function feedArgsIn({ operation: { format = 'ics' }, query }: ApiRequest): FeedArgs {
  if (isListFileFormat(format))
    return { ...parseArgs(listFileArgs, query.args(listFileArgs), 'query'), format }
  if (format === 'ics') {
    const args = parseArgs(calendarFeedArgs, query.args(calendarFeedArgs), 'query')
    return { ...args, orderby: 'start_date', order: 'asc', format }
  }
  const args = parseArgs(newsFeedArgs, query.args(newsFeedArgs), 'query')
  return { ...args, order: args.order ?? (latestFirst.includes(args.orderby) ? 'desc' : 'asc'), format }
}

/** The language of the interface in which a feed is named: that of `lang`, else that of its root. */
function languageOfTitle(query: ApiRequest['query'], { language = 'en' }: ApiRequest['root']) {
  const asked = contentLanguageMatchingTag(query.text('lang') ?? '', interfaceLanguageCodes)
  return interfaceLanguageCodes.find((code) => code === asked) ?? language
}

/** The name of a feed of all events: what its filters name and its words, then the calendar. */
async function filteredTitle(
  { query, context, root }: ApiRequest,
  args: FeedArgs,
  siteName: FeedRequest['siteName'],
): Promise<string> {
  const words = query.text('search')?.trim() ?? ''
  const names = await filteredItemNames(args, context)
  const language = languageOfTitle(query, root)
  const searched = words === '' ? [] : [quoted(words, language)]
  const name = await siteName(language)
  return [[...names, ...searched].join(', '), name].filter((part) => part !== '').join(' · ')
}

/** Resolves the request to its filters and the feed's title. Throws 400, 401, 403 or 404. */
export async function resolveFeed({ request, statuses, siteName }: FeedRequest): Promise<ResolvedFeed> {
  const { operation, context, params } = request
  const { scope, format = 'ics' } = operation
  const all = feedArgsIn(request)
  const args = statuses === undefined ? all : restrictFeedToStatuses(all, statuses, context)
  if (statuses === undefined && !isListFileFormat(format)) requireMayReadFeed(args, context)
  // A secret address must not appear in the feed's text, which readers may share.
  const address = statuses === undefined ? feedAddress(request) : ''
  if (scope === undefined) return { args, title: await filteredTitle(request, args, siteName), address }
  const sentId = idOfPathParams(params)
  // Calendars that follow a merged venue go on with the one that it became part of.
  const id = (await context.store.mergedInto(scope, { id: sentId })) ?? sentId
  return {
    args: filtersOfScopedFeed(args, scope, id),
    title: await feedItemName(scope, id, context),
    address,
  }
}

/** Spools a text that is complete in memory. */
export function spoolText(text: string, caller: string): Promise<Spool> {
  const bytes = Buffer.from(text)
  const tag = createHash('sha1').update(bytes).digest('base64url')
  return spoolBody([{ bytes, tag }], () => '', caller)
}
