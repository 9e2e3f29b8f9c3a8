/** Events as WordPress lists posts: those of all times by their publication, newest first (contract §12). */
import { pageOfEventsByPublication } from '../../../actions/list.ts'
import { optional } from '../../../contract/arg.ts'
import * as kind from '../../../contract/kinds.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { resources } from '../../../contract/resources/index.ts'
import { parseListArgs } from '../../../contract/resources/parse.ts'
import { type ParsedDate, resolveParsedDate } from '../../../domain/time/date-text.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import { because, invalidParam } from '../../../problem.ts'
import { pageLinks } from '../../../representations/json/collection.ts'
import { representItem } from '../../../representations/json/index.ts'
import { restUrl } from '../../../representations/urls.ts'
import { surrogateKeysOfItem } from '../../cache/cached-event.ts'
import { pageHeaders, readPaging } from '../../operations/paging.ts'
import {
  type ApiRequest,
  type ApiResponse,
  representationContextOf,
  responseWithRootLink,
} from '../../request/api-request.ts'
import { requestWithKnownTermsOnly, withSearchCutToFirstWords } from './plugin-queries.ts'
import { withDefault, withParameter } from './queries.ts'
import type { RouteTranslation, ServicePartsForTranslation } from './route-translation.ts'
import { makeSlugsToIdsRequestChange, postIdBySlugFinder } from './wordpress-queries.ts'

const { page, per_page, search, include, exclude, order, orderby, status, author, tags, categories } =
  resources.event.listArgs

/** When an event was published. */
const publicationArgs = { after: optional(kind.date), before: optional(kind.date) }

/** The args that our list of events has, too. */
const sharedArgs = { page, per_page, search, include, exclude, order, orderby, status, author, tags }

/** The args of the list, by WordPress's names. */
export const wordpressEventListArgs = {
  ...sharedArgs,
  tribe_events_cat: categories,
  slug: optional(kind.text()),
  ...publicationArgs,
}

const bySlugs = makeSlugsToIdsRequestChange(postIdBySlugFinder('event'))

/** The request under our names: categories and slugs become ids that exist. */
function requestInOurNames(request: ApiRequest): Promise<ApiRequest> {
  const ordered = withDefault(withDefault(request.query, 'orderby', 'date'), 'order', 'desc')
  const searched = withSearchCutToFirstWords(ordered)
  const terms = request.query.texts('tribe_events_cat').join(',')
  const query = terms === '' ? searched : withParameter(searched, 'categories', terms)
  return requestWithKnownTermsOnly({ ...request, query }).then(bySlugs)
}

/** A limit of publication in seconds since 1970. Throws 400 for a date outside the calendar. */
function secondsOf(name: 'after' | 'before', date: ParsedDate | undefined, { zone, now }: Moment) {
  if (date === undefined) return undefined
  const read = resolveParsedDate(date, zone, now)
  if (read === undefined) throw invalidParam(name, because('out_of_years'))
  return read.epoch
}

async function wordpressEventList(
  request: ApiRequest,
  { siteName, maxPerPage }: ServicePartsForTranslation,
): Promise<ApiResponse> {
  const { context, root, query, operation } = request
  const { moment } = context
  const ours = await requestInOurNames(request)
  const ownArgs = { ...sharedArgs, categories }
  const sent = Object.entries(ours.query.args(ownArgs)).filter(([name]) => Object.hasOwn(ownArgs, name))
  const values = parseListArgs('event', Object.fromEntries(sent))
  const { after, before } = parseArgs(publicationArgs, query.args(operation.args), 'query')
  const published = {
    after: secondsOf('after', after, moment),
    before: secondsOf('before', before, moment),
  }
  const address = restUrl(root, 'events')
  const paging = readPaging(request, { values, address, maxPerPage })
  const { items, total } = await pageOfEventsByPublication(paging.values, published, context)
  const view = representationContextOf(request, false, siteName)
  const found = paging.pagingOf(total)
  return {
    status: 200,
    headers: pageHeaders(found, pageLinks(found)),
    body: { events: items.map((item) => representItem('event', item, view)) },
    shown: () => ({ keys: items.flatMap((item) => surrogateKeysOfItem('event', item)) }),
  }
}

/** Performs a list of events; undefined for any other request. */
export const wordpressEventListHandler: NonNullable<RouteTranslation['handler']> = (
  { operation },
  service,
) =>
  operation.action === 'list'
    ? async (request) => responseWithRootLink(await wordpressEventList(request, service), request.root.url)
    : undefined
