/** The routes of the web calendar, below every root. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ListBoundsOrderAndLinks, listItems, pageOfVenuesOrOrganizers } from '../../actions/list.ts'
import { accessScopeOf } from '../../api/policy.ts'
import { searchWords as searchKind } from '../../contract/kinds.ts'
import { MAX_IMAGE_BYTES } from '../../contract/operations/submissions.ts'
import type { TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { accessScopeKey } from '../../domain/publication.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { listTerms } from '../../items/terms.ts'
import { Problem } from '../../problem.ts'
import {
  busiestFirst,
  type IndexedItem,
  type IndexPage,
  indexPage,
} from '../../representations/html/site/items/index-page.ts'
import { type IndexName, indexNames } from '../../representations/html/site/layout.ts'
import { representGroup as shownGroup } from '../../representations/json/items.ts'
import { representSeriesSummary as shownSeries } from '../../representations/json/series.ts'
import { urlOfItemPage } from '../../representations/urls.ts'
import { makeMemoByKeyAndList } from '../../support/remembered.ts'
import { type RootsOfSiteAndApi, routeLabel } from '../language-roots.ts'
import { type BodyAdmission, hasBody } from '../request/body-admission.ts'
import { type UrlTable, urlTable } from '../url-table.ts'
import type { AppFiles } from './app-files.ts'
import { dayBound, instantBound, listDefaults, noteNextEnd } from './event-lists.ts'
import { shownNameAndLanguage } from './filters.ts'
import {
  accessibilityPageOf,
  categoryPageOf,
  eventPageOf,
  fediverseFollowPageOf,
  groupPageOf,
  organizerPageOf,
  orMoved,
  ownPageOf,
  previewPageOf,
  seriesPageOf,
  tagPageOf,
  venuePageOf,
} from './items.ts'
import type { PageResponder, PageTask, RenderPage } from './pages.ts'
import {
  callWithEventView,
  currentPageValidity,
  makeOncePerValidityCache,
  type PageRequest,
  pageNumber,
} from './reader.ts'
import { mapPageOf, searchPageOf } from './search.ts'
import type { ShareImages } from './share-images.ts'
import { robotsPageRenderer, sitemapPage, sitemapPart } from './sitemap.ts'
import type { SubmittingTools } from './submission-form.ts'
import { makeSubmissionFormHandler, ownSubmissionPageRenderer } from './submitting.ts'
import {
  agendaPageOf,
  dayPageOf,
  favouritesCalendarOf,
  favouritesPageOf,
  programmeOfDaysPageOf,
  programmeRtfOf,
  renderMonthPage,
  weekendPageOf,
  weekPageOf,
} from './views.ts'

// The lists of all venues, organizers, categories, tags, series and groups, by name.

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

/** How each list is read, and how events of an item are found. */
interface Counted {
  read(wanted: Wanted, reader: PageRequest): Promise<Found>
  of(id: number): ListBoundsOrderAndLinks
}

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
    id: record.id,
    ...shownNameAndLanguage(name, record, reader),
    url: urlOfItemPage(reader.view.root, name, record.slug),
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
  const shown = items.map(({ record }) => ({
    id: record.id,
    ...shownNameAndLanguage(name, record, reader),
    url: urlOfItemPage(reader.view.root, name, record.slug),
    note: '',
  }))
  return { items: shown, total }
}

const lists: { readonly [N in Exclude<IndexName, 'series' | 'groups'>]: Counted } = {
  venues: {
    read: (wanted, reader) => linked('venue', wanted, reader),
    of: (id) => ({ venue: [id] }),
  },
  organizers: {
    read: (wanted, reader) => linked('organizer', wanted, reader),
    of: (id) => ({ organizer: [id] }),
  },
  categories: {
    read: (wanted, reader) => terms('category', wanted, reader),
    of: (id) => ({ categories: [id] }),
  },
  tags: {
    read: (wanted, reader) => terms('tag', wanted, reader),
    of: (id) => ({ tags: [id] }),
  },
}

/** The items with the numbers of their events to come; of a category also those of the categories below it. */
function counted(items: readonly Uncounted[], of: Counted['of'], reader: PageRequest) {
  const now = epochOfInstant(reader.context.moment.now)
  const ahead = { strict_dates: true, ends_after: instantBound(now), per_page: 1 }
  return callWithEventView(reader, async ({ prepare, readView }) => {
    const find = await prepare(listDefaults)
    const shown: IndexedItem[] = []
    for (const item of items) {
      const { categories, ...filter } = of(item.id)
      const within = categories && { categories: await readView.descendants(categories) }
      shown.push({ ...item, events: (await find({ ...filter, ...within, ...ahead })).total })
    }
    return shown
  })
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
  const { items, total } = await lists[name].read(wanted, reader)
  const shown = await counted(items, lists[name].of, reader)
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
  name: keyof typeof lists,
  shown: readonly IndexedItem[],
  pages: number,
  reader: PageRequest,
): Promise<readonly IndexedItem[]> {
  const { read: find, of } = lists[name]
  const all =
    pages > 1
      ? await counted((await find({ page: 1, search: '', isBusy: true }, reader)).items, of, reader)
      : shown
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

/** Route → the function that renders its page, of pages that are only read. */
const sitePages: Readonly<Record<string, RenderPage>> = {
  '/calendar': renderMonthPage,
  '/calendar/:month': renderMonthPage,
  '/calendar/week': weekPageOf,
  '/calendar/week/:week': weekPageOf,
  '/calendar/weekend': weekendPageOf,
  '/calendar/weekend/:day': weekendPageOf,
  '/calendar/day': dayPageOf,
  '/calendar/day/:day': dayPageOf,
  '/calendar/agenda': agendaPageOf,
  '/calendar/map': mapPageOf,
  '/calendar/programme': programmeOfDaysPageOf,
  '/calendar/programme.rtf': programmeRtfOf,
  '/calendar/search': searchPageOf,
  ...Object.fromEntries(indexNames.map((name) => [`/${name}`, indexPageRenderer(name)])),
  '/series/:slug': seriesPageOf,
  '/venue/:slug': venuePageOf,
  '/organizer/:slug': organizerPageOf,
  '/category/:slug': categoryPageOf,
  '/tag/:slug': tagPageOf,
  '/group/:slug': groupPageOf,
  '/page/:slug': ownPageOf,
  '/accessibility': accessibilityPageOf,
  '/follow': fediverseFollowPageOf,
  '/favourites': favouritesPageOf,
  '/favourites.ics': favouritesCalendarOf,
}

/** The greatest size of a submission: its picture, and its texts. */
const MAX_SUBMITTED = MAX_IMAGE_BYTES + 500_000

interface Handling {
  /** The limits of submissions; undefined if the public may not submit events. */
  readonly submissions: SubmittingTools | undefined
  readonly shareImages: ShareImages
  readonly appFiles: AppFiles
  readonly roots: RootsOfSiteAndApi
  readonly pages: PageResponder
  readonly bodies: BodyAdmission
  decorated(request: FastifyRequest, reply: FastifyReply): void
}

interface PageUse {
  readonly takesForm?: boolean
  /** The greatest size of the form. */
  readonly mostBytes?: number
  readonly isSlow?: boolean
}

/** The pages that are only read, by URL. */
type PageTable = UrlTable<PageTask>

const tables = makeMemoByKeyAndList<object, PageTable>(4)

const readPage = (url: string, render: RenderPage, isSlow: boolean) =>
  [url, { route: { render, isSlow }, name: routeLabel(url) }] as const

/** Returns the table of the pages that are only read, the same for each application with these roots. */
export const pageTable = ({ prefixes, served }: RootsOfSiteAndApi): PageTable =>
  tables([...prefixes, ...served].join(' '), [], () => {
    const [base] = prefixes
    const pagesBelow = (prefix: string) =>
      Object.entries(sitePages).map(([path, render]) => readPage(`${prefix}${path}`, render, true))
    return urlTable(
      served.map((prefix) => `${prefix}/*`),
      [
        ...served.flatMap(pagesBelow),
        readPage(`${base}/robots.txt`, robotsPageRenderer(prefixes), false),
        readPage(`${base}/sitemap.xml`, sitemapPage, true),
        readPage(`${base}/sitemap/:kind/:part`, sitemapPart, true),
      ],
    )
  })

/** Adds the pages of the table to an application. */
export function addReadPages(
  app: FastifyInstance,
  { pages, decorated }: Pick<Handling, 'pages' | 'decorated'>,
  { patterns, find }: PageTable,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = find(request)
    if (found === undefined) throw new Problem('rest_no_route')
    request.params = found.params
    decorated(request, reply)
    return pages.respond(found.route, { request, reply })
  }
  for (const url of patterns) app.route({ method: ['GET', 'HEAD'], url, handler })
}

/** Adds the pages that are not in the table: those that accept a form, the image of an event, and the icon. */
export function addFormPagesAndFiles(
  app: FastifyInstance,
  { roots, pages, bodies, decorated, shareImages, appFiles, submissions }: Handling,
): void {
  const add = (
    url: string,
    render: RenderPage,
    { takesForm = false, mostBytes, isSlow = false }: PageUse = {},
  ) =>
    app.route({
      method: takesForm ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'],
      url,
      async onRequest(request, reply) {
        if (takesForm && hasBody(request)) bodies.admitForm(request, reply, mostBytes)
      },
      async handler(request, reply) {
        decorated(request, reply)
        return pages.respond({ render, isSlow }, { request, reply })
      },
    })
  for (const prefix of roots.served) {
    // Event passwords are never sent in a URL.
    add(`${prefix}/event/:slug`, eventPageOf, { takesForm: true, isSlow: true })
    add(`${prefix}/preview/:secret`, previewPageOf, { isSlow: true })
    add(`${prefix}/share.png`, shareImages.site)
    for (const of of ['event', 'venue', 'organizer', 'category'] as const)
      add(`${prefix}/${of}/:slug/share.png`, orMoved(of, shareImages[of], 'share.png'))
    for (const [path, render] of Object.entries(appFiles.inEveryLanguage)) add(`${prefix}${path}`, render)
  }
  const form = { takesForm: true, mostBytes: MAX_SUBMITTED }
  if (submissions !== undefined)
    for (const prefix of roots.served) {
      add(`${prefix}/submit`, makeSubmissionFormHandler(submissions), form)
      add(`${prefix}/submit/:secret`, ownSubmissionPageRenderer(submissions), form)
    }
  const [base] = roots.prefixes
  for (const [path, render] of Object.entries(appFiles.once)) add(`${base}${path}`, render, { isSlow: true })
  // Browsers request it for responses that name no icon, such as JSON.
  app.get(`${base}/favicon.ico`, async (request, reply) => {
    decorated(request, reply)
    return reply.header('Cache-Control', 'public, max-age=3600').redirect(await pages.icon(), 302)
  })
}
