/** robots.txt and the sitemap: all public pages, in the language of the calendar or, of content in several languages, in each in which an item can be read. */
import { setImmediate } from 'node:timers/promises'
import { findEventPage, listItems } from '../../actions/list.ts'
import { viewerOf } from '../../api/context.ts'
import type { ArgsWithDefaults } from '../../contract/arg.ts'
import type { ItemName } from '../../contract/resources/index.ts'
import type { pagingArgs } from '../../contract/resources/shared.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { listTerms } from '../../items/terms.ts'
import { Problem } from '../../problem.ts'
import { addressesInLanguages, siteLanguagesIfSeveral } from '../../representations/html/site/languages.ts'
import { linkedIndexNames } from '../../representations/html/site/layout.ts'
import { itemLanguages } from '../../representations/shown-language.ts'
import { robotsText, type SitemapLink, sitemapPartNames, sitemapXml } from '../../representations/sitemap.ts'
import { urlOfItemPage } from '../../representations/urls.ts'
import type { Item } from '../../store/store.ts'
import { dayBound, EARLIEST_DAY } from './event-lists.ts'
import type { PageRequest, RenderedPage } from './reader.ts'

/** Maximum pages in one sitemap, so that it is built quickly; with more pages, an index links to several sitemaps. */
const MAX_ADDRESSES = 400
/** Items read in one query. */
const BATCH = 200
/** The fewest items in one sitemap, however many languages there are. */
const MIN_ITEMS = 10

/** Returns how many items one sitemap lists, each with a page in every language of content, and how many of them are read at once. */
function sizesFor({ site }: PageRequest): { readonly most: number; readonly batch: number } {
  const most = Math.max(MIN_ITEMS, Math.floor(MAX_ADDRESSES / (siteLanguagesIfSeveral(site)?.length ?? 1)))
  return { most, batch: Math.min(most, BATCH) }
}

const order = { orderby: 'name', order: 'asc' } as const
const events = { strict_dates: false, geoloc_distance: 25, orderby: 'start_date', order: 'asc' } as const
const linked = { ...order, only_with_upcoming: false } as const
const terms = { ...order, hide_empty: false } as const

type Paging = ArgsWithDefaults<typeof pagingArgs>

interface Found {
  readonly items: readonly Item<ItemName>[]
  readonly total: number
}

/** Of events, no linked items are read, since a sitemap has none. */
async function readEvents(paging: Paging, { context, minRevision }: PageRequest): Promise<Found> {
  const args = { ...paging, ...events, starts_after: dayBound(EARLIEST_DAY) }
  const { view, ids, total } = await findEventPage(args, context, minRevision)
  return { items: await view.events(ids, viewerOf(context), []), total }
}

/** The kinds of items with pages, in a stable order, with what reads one page of them. Each throws 404 past the last. */
const kinds: { readonly [N in ItemName]: (paging: Paging, reader: PageRequest) => Promise<Found> } = {
  event: readEvents,
  venue: (paging, { context }) => listItems('venue', { ...paging, ...linked }, context),
  organizer: (paging, { context }) => listItems('organizer', { ...paging, ...linked }, context),
  category: (paging, { context }) => listTerms('category', { ...paging, ...terms }, context),
  tag: (paging, { context }) => listTerms('tag', { ...paging, ...terms }, context),
  group: (paging, { context }) => listItems('group', { ...paging, order: 'asc' }, context),
  page: (paging, { context }) =>
    listItems('page', { ...paging, orderby: 'menu_order', order: 'asc' }, context),
}
type Kind = keyof typeof kinds

const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name)

/** The entries of a page in its languages, each of which names all of them. */
function inEachLanguage(
  tags: readonly string[],
  page: string,
  changed: string | undefined,
  site: PageRequest['site'],
): readonly SitemapLink[] {
  const all = addressesInLanguages(tags, page, site)
  const alternates = all.length > 1 ? all : []
  return all.map(({ url }) => ({ url, changed, alternates }))
}

/** The sitemap entries of an item; empty for a protected event, whose page shows only the password form. */
function listing(kind: Kind, { record }: Item<Kind>, { site }: PageRequest): readonly SitemapLink[] {
  if ('password_hash' in record && record.password_hash !== null) return []
  const changed = 'modified_utc' in record ? utcTimestampOfEpoch(record.modified_utc).slice(0, 10) : undefined
  const languages = itemLanguages(kind, record, site.root)
  if (languages !== undefined)
    return inEachLanguage(languages.readable, `${kind}/${encodeURIComponent(record.slug)}`, changed, site)
  return [{ url: urlOfItemPage({ ...site.root, url: site.root.base }, kind, record.slug), changed }]
}

/** The entries of one part of a kind's items. */
async function listings(kind: Kind, part: number, reader: PageRequest): Promise<readonly SitemapLink[]> {
  const found: SitemapLink[] = []
  const { most, batch } = sizesFor(reader)
  const batches = Math.floor(most / batch)
  for (let at = 0; at < batches; at += 1) {
    const page = (part - 1) * batches + at + 1
    const { items, total } = await kinds[kind]({ page, per_page: batch }, reader)
    for (const item of items) found.push(...listing(kind, item, reader))
    await setImmediate()
    if (page * batch >= total) break
  }
  return found
}

/** The accessibility statement, where there is one. */
const statementsOf = ({ appearance }: PageRequest['site']) =>
  appearance.accessibility.contact === '' ? [] : ['accessibility']

/** The pages of the calendar that are no items, and the name of their part of an index. */
const viewsOf = ({ site }: PageRequest): SitemapLink[] =>
  ['', 'calendar', 'calendar/agenda', ...linkedIndexNames(site), ...statementsOf(site)].flatMap((view) => {
    const languages = siteLanguagesIfSeveral(site)
    if (languages !== undefined) return inEachLanguage(languages, view, undefined, site)
    return [{ url: `${site.root.base}/${view}${view === '' ? '' : '/'}` }]
  })
const VIEWS = 'views/1'

const xml = (text: string) => ({ type: 'application/xml; charset=utf-8', text })

/** The sitemap of all pages, or an index of sitemaps if there are many. */
export async function sitemapPage(reader: PageRequest): Promise<RenderedPage> {
  const { root } = reader.site
  const names = Object.keys(kinds).filter(isKind)
  const totals = new Map<Kind, number>()
  for (const kind of names) totals.set(kind, (await kinds[kind]({ page: 1, per_page: 1 }, reader)).total)
  const parts = sitemapPartNames(totals, viewsOf(reader).length, sizesFor(reader).most)
  if (parts !== undefined)
    return xml(
      sitemapXml(
        'sitemapindex',
        [VIEWS, ...parts].map((part) => ({ url: `${root.base}/sitemap/${part}` })),
      ),
    )
  const each = viewsOf(reader)
  for (const kind of names) each.push(...(await listings(kind, 1, reader)))
  return xml(sitemapXml('urlset', each))
}

/** One of the sitemaps in the index. Throws 404 if it does not exist. */
export async function sitemapPart(reader: PageRequest): Promise<RenderedPage> {
  const { kind = '', part = '' } = reader.params
  if (`${kind}/${part}` === VIEWS) return xml(sitemapXml('urlset', viewsOf(reader)))
  if (!isKind(kind) || !/^[1-9]\d{0,4}$/.test(part)) throw new Problem('rest_no_route')
  return xml(sitemapXml('urlset', await listings(kind, Number(part), reader)))
}

/** robots.txt. `roots` are the paths of all roots. */
export function robotsPageRenderer(roots: readonly string[]) {
  return async ({ site }: PageRequest): Promise<RenderedPage> => ({
    type: 'text/plain; charset=utf-8',
    text: robotsText(roots, Number(site.today.slice(0, 4)), `${site.root.base}/sitemap.xml`),
  })
}
