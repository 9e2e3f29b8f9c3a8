/** Another server of this interface, page by page (contract §1.9), however it keeps to it. */
import type { Sent } from '../import/sent-line.ts'

/** What a server answers. */
export interface SiteAnswer {
  readonly status: number
  /** The parsed JSON; undefined where there was none. */
  readonly body: unknown
}

export interface Site {
  /** With the namespace, without a slash at the end. */
  readonly address: string
  /** Asks for an address. Throws where there is no answer. */
  readonly ask: (address: string) => Promise<SiteAnswer>
}

export type Collection = 'categories' | 'tags' | 'venues' | 'organizers' | 'events'

export interface SitePage {
  readonly page: number
  readonly items: readonly Sent[]
}

const PER_PAGE = 50
/** No calendar has more pages than that; a server that never ends does. */
const MAX_PAGES = 20_000

const filters: Readonly<Record<Collection, string>> = {
  categories: '&hide_empty=false',
  tags: '&hide_empty=false',
  venues: '&status=any',
  organizers: '&status=any',
  // All of them: the default is a window of two years. In no zone does it reach a year with other than four digits.
  events: '&start_date=1000-01-03&end_date=9998-12-31&status=any',
}

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of what should be a list: some servers write lists as objects with numbers for keys. */
export function membersOf(value: unknown): readonly Sent[] {
  if (Array.isArray(value)) return value.filter(isObject)
  if (!isObject(value)) return []
  return 'id' in value ? [value] : Object.values(value).filter(isObject)
}

const refused = (site: Site, collection: Collection, page: number, what: string) =>
  new Error(`${site.address}/${collection}, page ${page}: ${what}. Run the same again to go on from there.`)

/** Pages may be refused for asking for what is not public: then without that. */
async function asked(site: Site, collection: Collection, page: number): Promise<SiteAnswer> {
  const address = (filter: string) =>
    `${site.address}/${collection}?page=${page}&per_page=${PER_PAGE}${filter}`
  const filter = filters[collection]
  const answer = await site.ask(address(filter))
  if (![400, 401, 403].includes(answer.status)) return answer
  return site.ask(address(filter.replace('&status=any', '')))
}

function isLast({ body }: SiteAnswer, page: number): boolean {
  if (!isObject(body)) return true
  const pages = Number(body.total_pages ?? Number.NaN)
  if (Number.isFinite(pages)) return page >= pages
  return typeof body.next_rest_url !== 'string' || body.next_rest_url === ''
}

/** The pages of a collection from one on. Throws an Error that says how to go on where one can't be read. */
export async function* pagesOf(site: Site, collection: Collection, from: number): AsyncIterable<SitePage> {
  let before = ''
  for (let page = from; ; page += 1) {
    if (page > MAX_PAGES) throw refused(site, collection, page, 'there is no end to it')
    const answer = await asked(site, collection, page)
    // Past the end, or a server without such a collection.
    if (answer.status === 404) return
    if (answer.status !== 200) throw refused(site, collection, page, `it answers ${answer.status}`)
    const { body } = answer
    const items = membersOf(isObject(body) ? body[collection] : body)
    const ids = items.map(({ id }) => String(id)).join()
    if (items.length === 0 || ids === before) return
    before = ids
    yield { page, items }
    if (isLast(answer, page)) return
  }
}
