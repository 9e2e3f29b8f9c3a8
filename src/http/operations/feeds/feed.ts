/** A feed: its filters, title and address, and what its makers need. */
import { createHash } from 'node:crypto'
import {
  type FeedArgs,
  feedItemName,
  filtersOfScopedFeed,
  requireMayReadFeed,
  restrictFeedToStatuses,
} from '../../../actions/feed.ts'
import {
  calendarFeedArgs,
  isListFileFormat,
  listFileArgs,
  newsFeedArgs,
} from '../../../contract/operations/calendars/feeds.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import type { Status } from '../../../contract/resources/shared.ts'
import { contentLanguageMatchingTag } from '../../../domain/content/languages.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes, quoted } from '../../../words/languages.ts'
import type { BuiltFeed } from '../../cache/feed-cache.ts'
import { type ApiRequest, idOfPathParams } from '../../request/api-request.ts'
import { type Spool, spoolBody } from '../../response/spool.ts'
import { filteredItemNames } from './filtered-names.ts'
import type { FeedPieceCache } from './pieces.ts'

export interface ResolvedFeed {
  readonly args: FeedArgs
  readonly title: string
  readonly address: string
}

/** A request for a feed. */
export interface FeedRequest {
  readonly request: ApiRequest
  /** The name of the caller, by whom texts that are being sent are counted. */
  readonly caller: string
  /** Of a secret feed: the statuses that it shows. The request then has the actor of its user. */
  readonly statuses?: readonly Status[]
  /** The iCalendar text of events and series, cached. */
  readonly pieces: FeedPieceCache
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
