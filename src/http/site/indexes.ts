/** The lists of all venues, organizers, categories, tags, series and groups, by name. */
import { listItems, pageOfVenuesOrOrganizers } from '../../actions/list.ts'
import { accessScopeOf } from '../../api/policy.ts'
import { searchWords as searchKind } from '../../contract/kinds.ts'
import type { TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { accessScopeKey } from '../../domain/publication.ts'
import { listTerms } from '../../items/terms.ts'
import {
  busiestFirst,
  type IndexedItem,
  type IndexPage,
  indexPage,
} from '../../representations/html/site/items/index-page.ts'
import { type IndexName, indexNames } from '../../representations/html/site/layout.ts'
import { representGroup as shownGroup } from '../../representations/json/items.ts'
import { representSeriesSummary as shownSeries } from '../../representations/json/series.ts'
import { dayBound, eventsAheadFinder, listDefaults, noteNextEnd } from './event-lists.ts'
import { namedLink } from './filters.ts'
import type { RenderPage } from './pages.ts'
import { currentPageValidity, makeOncePerValidityCache, type PageRequest, pageNumber } from './reader.ts'

/** The items of one page. */
const PER_PAGE = 60

/** The items with most events that stand before a list of more than one page, and the most items of which they are chosen. */
const MAX_BUSY = 12
const MAX_COUNTED = 100

interface Wanted extends Pick<IndexPage, 'page' | 'search'> {
  /** Those with events alone, as many as may be counted. */
  readonly isBusy?: boolean
}
/** Items without the numbers of their events. */
type Uncounted = Omit<IndexedItem, 'events'>

interface Found {
  readonly items: readonly Uncounted[]
  readonly total: number
}

async function linked(
  name: VenueOrOrganizerName,
  { page, search, isBusy = false }: Wanted,
  reader: PageRequest,
): Promise<Found> {
  const words = search === '' ? undefined : searchKind.read(search)
  if (words !== undefined && !('value' in words)) return { items: [], total: 0 }
  const args = {
    page,
    per_page: isBusy ? MAX_COUNTED : PER_PAGE,
    orderby: 'name',
    order: 'asc',
    only_with_upcoming: isBusy,
  } as const
  const { items, total } = await pageOfVenuesOrOrganizers(
    name,
    { ...args, ...(words && { search: words.value }) },
    reader.context,
  )
  const shown = items.map(({ record }) => ({
    ...namedLink(name, record, reader),
    note: 'city' in record ? record.city : '',
  }))
  return { items: shown, total }
}

async function terms(
  name: TermName,
  { page, search, isBusy = false }: Wanted,
  reader: PageRequest,
): Promise<Found> {
  const busy = { per_page: MAX_COUNTED, orderby: 'count', order: 'desc', hide_empty: true } as const
  const byName = { per_page: PER_PAGE, orderby: 'name', order: 'asc', hide_empty: false } as const
  const asked = { page, ...(isBusy ? busy : byName), ...(search !== '' && { search }) }
  const { items, total } = await listTerms(name, asked, reader.context, { isForgiving: true })
  return { items: items.map(({ record }) => ({ ...namedLink(name, record, reader), note: '' })), total }
}

/** The items of each list whose events are counted here. */
const listed = { venues: 'venue', organizers: 'organizer', categories: 'category', tags: 'tag' } as const
type ListedName = keyof typeof listed

const find = (name: ListedName, wanted: Wanted, reader: PageRequest): Promise<Found> =>
  name === 'venues' || name === 'organizers'
    ? linked(listed[name], wanted, reader)
    : terms(listed[name], wanted, reader)

/** The items with the numbers of their events to come. */
async function counted(name: ListedName, items: readonly Uncounted[], reader: PageRequest) {
  const { findAhead } = await eventsAheadFinder(1, reader)
  const shown: IndexedItem[] = []
  for (const item of items) shown.push({ ...item, events: (await findAhead(listed[name], item.id)).total })
  return shown
}

/** Series with dates to come, the soonest first. */
async function seriesAhead({ page }: Wanted, reader: PageRequest): Promise<IndexPage> {
  const { context, view } = reader
  const args = {
    ...listDefaults,
    page,
    per_page: PER_PAGE,
    orderby: 'start_date',
    start_date: dayBound(reader.site.today),
  } as const
  const { items, total } = await listItems('series', args, context)
  const shown = items.flatMap((item) => {
    const { next } = item
    const { id, title, language, url, text } = shownSeries(item, view)
    return next === null
      ? []
      : [{ id, name: title, language, url, note: text, events: { next: next.slice(0, 10) } }]
  })
  return { items: shown, total, page, pages: Math.ceil(total / PER_PAGE), search: '' }
}

/** Groups by name. Their events to come are counted with them, since the main calendar lacks some. */
async function groupsByName({ page, search }: Wanted, reader: PageRequest): Promise<IndexPage> {
  const words = search === '' ? undefined : searchKind.read(search)
  if (words !== undefined && !('value' in words)) return { items: [], total: 0, page, pages: 0, search }
  const args = { page, per_page: PER_PAGE, order: 'asc', ...(words && { search: words.value }) } as const
  const { items, total } = await listItems('group', args, reader.context)
  const shown = items.map((item) => {
    const { id, name, language, url, count } = shownGroup(item, reader.view)
    return { id, name, language, url, note: '', events: count }
  })
  return { items: shown, total, page, pages: Math.ceil(total / PER_PAGE), search }
}

async function read(name: IndexName, wanted: Wanted, reader: PageRequest): Promise<IndexPage> {
  if (name === 'series') return seriesAhead(wanted, reader)
  if (name === 'groups') return groupsByName(wanted, reader)
  const { items, total } = await find(name, wanted, reader)
  const shown = await counted(name, items, reader)
  const pages = Math.ceil(total / PER_PAGE)
  const isFirst = wanted.page === 1 && wanted.search === ''
  return {
    ...wanted,
    items: shown,
    total,
    pages,
    ...(isFirst && { busy: await busyOf(name, shown, pages, reader) }),
  }
}

/** The items of a list that have most events to come. */
async function busyOf(
  name: ListedName,
  shown: readonly IndexedItem[],
  pages: number,
  reader: PageRequest,
): Promise<readonly IndexedItem[]> {
  const busy = { page: 1, search: '', isBusy: true }
  const all = pages > 1 ? await counted(name, (await find(name, busy, reader)).items, reader) : shown
  return busiestFirst(all.filter(({ events }) => events !== 0)).slice(0, MAX_BUSY)
}

/** The most pages of lists that are kept of a validity. */
const MAX_KEPT = 100

const once = makeOncePerValidityCache<IndexPage>(MAX_KEPT)

/** The longest text that is searched for. */
const MAX_SEARCH = 200

/** Returns the function that renders a list. A page past the last is 404. */
const indexPageRenderer =
  (name: IndexName) =>
  async (reader: PageRequest): Promise<string> => {
    const search = (reader.query.text('search') ?? '').trim().slice(0, MAX_SEARCH)
    const wanted = { page: pageNumber(reader), search }
    const scope = accessScopeKey(accessScopeOf(reader.context.actor))
    // Events to come are counted until the next one is over.
    const key = JSON.stringify([name, wanted, scope, reader.view.root.url, await noteNextEnd(reader)])
    // Passwords of events show more to whoever sent them.
    const indexed =
      reader.context.opened === undefined
        ? await once(await currentPageValidity(reader), key, () => read(name, wanted, reader))
        : await read(name, wanted, reader)
    return indexPage(name, indexed, reader.site)
  }

/** The functions that render the lists, by their routes. */
export const indexPages: Readonly<Record<string, RenderPage>> = Object.fromEntries(
  indexNames.map((name) => [`/${name}`, indexPageRenderer(name)]),
)
