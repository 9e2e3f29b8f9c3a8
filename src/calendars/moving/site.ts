/** Reads another server with this API page by page (contract §1.9), and tolerates deviations. */
import { isSentObject, type SentObject } from '../../formats/jsonl/sent-line.ts'

/** The response of a server. */
export interface SiteResponse {
  readonly status: number
  /** The parsed JSON; undefined if there was none. */
  readonly body: unknown
}

export interface SourceSite {
  /** Includes the namespace; without a trailing slash. */
  readonly address: string
  /** Requests a URL. Throws if there is no response. */
  readonly request: (address: string) => Promise<SiteResponse>
}

export type SourceCollection = 'categories' | 'tags' | 'venues' | 'organizers' | 'events'

interface SitePage {
  readonly page: number
  readonly items: readonly SentObject[]
}

const PER_PAGE = 50
/** The maximum pages of a collection: only a faulty server sends more. */
const MAX_PAGES = 20_000

const filters: Readonly<Record<SourceCollection, string>> = {
  categories: '&hide_empty=false',
  tags: '&hide_empty=false',
  venues: '&status=any',
  organizers: '&status=any',
  // All events: the default is a window of two years. In no time zone do these dates reach a year without four digits.
  events: '&start_date=1000-01-03&end_date=9998-12-31&status=any',
}

/** Returns the members of a list. Some servers write lists as objects with numeric keys. */
export function objectsInJsonList(value: unknown): readonly SentObject[] {
  if (Array.isArray(value)) return value.filter(isSentObject)
  if (!isSentObject(value)) return []
  return 'id' in value ? [value] : Object.values(value).filter(isSentObject)
}

const refused = (site: SourceSite, collection: SourceCollection, page: number, what: string) =>
  new Error(`${site.address}/${collection}, page ${page}: ${what}. Run the same again to go on from there.`)

/** Requests a page with unpublished items, and again without them if that is refused. */
async function requestPage(
  site: SourceSite,
  collection: SourceCollection,
  page: number,
): Promise<SiteResponse> {
  const address = (filter: string) =>
    `${site.address}/${collection}?page=${page}&per_page=${PER_PAGE}${filter}`
  const filter = filters[collection]
  const response = await site.request(address(filter))
  if (![400, 401, 403].includes(response.status)) return response
  return site.request(address(filter.replace('&status=any', '')))
}

function isLast({ body }: SiteResponse, page: number): boolean {
  if (!isSentObject(body)) return true
  const pages = Number(body.total_pages ?? Number.NaN)
  if (Number.isFinite(pages)) return page >= pages
  return typeof body.next_rest_url !== 'string' || body.next_rest_url === ''
}

/** Yields the pages of a collection, beginning with a given one. Throws an Error that says how to continue if a page can't be read. */
export async function* sourcePages(
  site: SourceSite,
  collection: SourceCollection,
  from: number,
): AsyncIterable<SitePage> {
  let before = ''
  for (let page = from; ; page += 1) {
    if (page > MAX_PAGES) throw refused(site, collection, page, 'there is no end to it')
    const response = await requestPage(site, collection, page)
    // The page is past the end, or the server has no such collection.
    if (response.status === 404) return
    if (response.status !== 200) throw refused(site, collection, page, `it returned ${response.status}`)
    const { body } = response
    const items = objectsInJsonList(isSentObject(body) ? body[collection] : body)
    const ids = items.map(({ id }) => String(id)).join()
    if (items.length === 0 || ids === before) return
    before = ids
    yield { page, items }
    if (isLast(response, page)) return
  }
}
