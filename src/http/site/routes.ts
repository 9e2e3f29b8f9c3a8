/** The routes of the web calendar, below every root. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_IMAGE_BYTES } from '../../contract/operations/submissions.ts'
import { Problem } from '../../problem.ts'
import { makeMemoByKeyAndList } from '../../support/remembered.ts'
import { type RootsOfSiteAndApi, routeLabel } from '../language-roots.ts'
import { type BodyAdmission, hasBody } from '../request/body-admission.ts'
import type { AppServices } from '../services.ts'
import { type UrlTable, urlTable } from '../url-table.ts'
import { appFilesOf } from './app-files.ts'
import { indexPages } from './indexes.ts'
import {
  accessibilityPageOf,
  eventPageOf,
  fediverseFollowPageOf,
  itemPages,
  orMoved,
  previewPageOf,
} from './items.ts'
import type { PageResponder, PageTask, RenderPage } from './pages.ts'
import { mapPageOf, searchPageOf } from './search.ts'
import { shareImageOf } from './share-images.ts'
import { robotsPageRenderer, sitemapPage, sitemapPart } from './sitemap.ts'
import { newSubmittingTools } from './submission-form.ts'
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
  ...indexPages,
  ...itemPages,
  '/accessibility': accessibilityPageOf,
  '/follow': fediverseFollowPageOf,
  '/favourites': favouritesPageOf,
  '/favourites.ics': favouritesCalendarOf,
}

/** The greatest size of a submission: its picture, and its texts. */
const MAX_SUBMITTED = MAX_IMAGE_BYTES + 500_000

export interface Handling {
  readonly services: AppServices
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

const readPage = (url: string, render: RenderPage, isSlow: boolean) =>
  [url, { route: { render, isSlow }, name: routeLabel(url) }] as const

const tables = makeMemoByKeyAndList<object, PageTable>(4)

/** Returns the table of the pages that are only read, the same for each application with these roots: building it takes 10 ms. */
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
  { services, pages, bodies, decorated }: Handling,
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
  const { roots, options } = services
  const appFiles = appFilesOf(services)
  for (const prefix of roots.served) {
    // Event passwords are never sent in a URL.
    add(`${prefix}/event/:slug`, eventPageOf, { takesForm: true, isSlow: true })
    add(`${prefix}/preview/:secret`, previewPageOf, { isSlow: true })
    add(`${prefix}/share.png`, shareImageOf('site', services))
    for (const of of ['event', 'venue', 'organizer', 'category'] as const)
      add(`${prefix}/${of}/:slug/share.png`, orMoved(of, shareImageOf(of, services), 'share.png'))
    for (const [path, render] of Object.entries(appFiles.inEveryLanguage)) add(`${prefix}${path}`, render)
  }
  const form = { takesForm: true, mostBytes: MAX_SUBMITTED }
  if (options.submissions === 'open') {
    const tools = newSubmittingTools(options)
    for (const prefix of roots.served) {
      add(`${prefix}/submit`, makeSubmissionFormHandler(tools), form)
      add(`${prefix}/submit/:secret`, ownSubmissionPageRenderer(tools), form)
    }
  }
  const [base] = roots.prefixes
  for (const [path, render] of Object.entries(appFiles.once)) add(`${base}${path}`, render, { isSlow: true })
  // Browsers request it for responses that name no icon, such as JSON.
  app.get(`${base}/favicon.ico`, async (request, reply) => {
    decorated(request, reply)
    return reply.header('Cache-Control', 'public, max-age=3600').redirect(await pages.icon(), 302)
  })
}
