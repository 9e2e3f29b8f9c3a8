/** robots.txt and the sitemap: every page that anyone may read, in the language of the calendar. */
import { list } from '../../actions/list.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { utcTimestamp } from '../../domain/timestamp.ts'
import { Problem } from '../../problem.ts'
import { type Listing, robotsText, sitemapParts, sitemapXml } from '../../representations/sitemap.ts'
import { pageUrl } from '../../representations/urls.ts'
import type { Item } from '../../store/store.ts'
import { bound, FIRST_DAY } from './lists.ts'
import type { Made, Reader } from './reader.ts'

/** Pages that one sitemap lists, so that making it takes little; with more of them, an index leads to several. */
const MOST = 400
/** Items read at once. */
const BATCH = 200

const order = { orderby: 'name', order: 'asc' } as const
const terms = { ...order, hide_empty: false } as const

/** Everything that pages are about, in an order that stays. */
const kinds = {
  event: {
    starts_after: bound(FIRST_DAY),
    strict_dates: false,
    geoloc_distance: 25,
    orderby: 'start_date',
    order: 'asc',
  },
  venue: { ...order, only_with_upcoming: false },
  organizer: { ...order, only_with_upcoming: false },
  category: terms,
  tag: terms,
} as const
type Kind = keyof typeof kinds

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

/** One page of a kind's items. */
function read<N extends Kind>(kind: N, page: number, per_page: number, { context }: Reader) {
  return list(kind, { ...kinds[kind], page, per_page } as unknown as ListArgs<N>, context)
}

/** What a page is listed as; nothing where it shows a question for a password alone. */
function listing(kind: Kind, { record }: Item<Kind>, { site }: Reader): readonly Listing[] {
  if ('password_hash' in record && record.password_hash !== null) return []
  const url = pageUrl({ ...site.root, url: site.root.base }, kind, record.slug)
  return [
    { url, ...('modified_utc' in record && { changed: utcTimestamp(record.modified_utc).slice(0, 10) }) },
  ]
}

/** The pages of so many items of a kind, from the first of that part of them on. */
async function listings(kind: Kind, part: number, reader: Reader): Promise<readonly Listing[]> {
  const found: Listing[] = []
  for (let batch = 0; batch < MOST / BATCH; batch += 1) {
    const page = (part - 1) * (MOST / BATCH) + batch + 1
    const { items, total } = await read(kind, page, BATCH, reader)
    for (const item of items) found.push(...listing(kind, item, reader))
    if (page * BATCH >= total) break
  }
  return found
}

const xml = (text: string) => ({ type: 'application/xml; charset=utf-8', text })

/** All pages, or an index of their sitemaps where they are many. */
export async function sitemap(reader: Reader): Promise<Made> {
  const { root } = reader.site
  const names = Object.keys(kinds).filter(isKind)
  const totals = new Map<Kind, number>()
  for (const kind of names) totals.set(kind, (await read(kind, 1, 1, reader)).total)
  const views = ['', 'agenda/'].map((view) => ({ url: `${root.base}/calendar/${view}` }))
  const parts = sitemapParts(totals, views.length, MOST)
  if (parts !== undefined)
    return xml(
      sitemapXml(
        'sitemapindex',
        parts.map((part) => ({ url: `${root.base}/sitemap/${part}` })),
      ),
    )
  const each: Listing[] = []
  for (const kind of names) each.push(...(await listings(kind, 1, reader)))
  return xml(sitemapXml('urlset', [...views, ...each]))
}

/** One of the sitemaps that the index leads to. Throws 404 for one that there isn't. */
export async function sitemapPart(reader: Reader): Promise<Made> {
  const { kind = '', part = '' } = reader.params
  if (!isKind(kind) || !/^[1-9]\d{0,4}$/.test(part)) throw new Problem('rest_no_route')
  return xml(sitemapXml('urlset', await listings(kind, Number(part), reader)))
}

/** What crawlers may ask for. `roots` are the paths of all of them. */
export function robots(roots: readonly string[]) {
  return async ({ site }: Reader): Promise<Made> => ({
    type: 'text/plain; charset=utf-8',
    text: robotsText(roots, Number(site.today.slice(0, 4)), `${site.root.base}/sitemap.xml`),
  })
}
