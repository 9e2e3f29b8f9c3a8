/** The routes of the web calendar, below every root. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_IMAGE_BYTES } from '../../contract/operations/submissions.ts'
import { Problem } from '../../problem.ts'
import type { Tries } from '../operations/submissions/submissions.ts'
import { type BodyAdmission, hasBody } from '../request/body-admission.ts'
import type { Roots } from '../roots.ts'
import { category, event, organizer, series, tag, venue } from './items.ts'
import { type PageTable, pageTable, type ReadPage } from './page-table.ts'
import type { Pages, RenderPage } from './pages.ts'
import { mapped, searched } from './search.ts'
import { robots, sitemap, sitemapPart } from './sitemap.ts'
import { following, submitting } from './submitting/submit.ts'
import { agenda, day, month, week, weekend } from './views.ts'
import { widget } from './widget.ts'

/** Route → the function that renders its page, of pages that are only read. */
const sitePages: Readonly<Record<string, RenderPage>> = {
  '/calendar': month,
  '/calendar/:month': month,
  '/calendar/week': week,
  '/calendar/week/:week': week,
  '/calendar/weekend': weekend,
  '/calendar/weekend/:day': weekend,
  '/calendar/day': day,
  '/calendar/day/:day': day,
  '/calendar/agenda': agenda,
  '/calendar/map': mapped,
  '/calendar/search': searched,
  '/series/:slug': series,
  '/venue/:slug': venue,
  '/organizer/:slug': organizer,
  '/category/:slug': category,
  '/tag/:slug': tag,
  '/widget.js': widget,
}

/** The greatest size of a submission: its picture, and its texts. */
const MAX_SUBMITTED = MAX_IMAGE_BYTES + 500_000

interface Handling {
  /** What limits submissions; undefined if the public may not submit events. */
  readonly submissions: Tries | undefined
  readonly shareImage: RenderPage
  readonly roots: Roots
  readonly pages: Pages
  readonly bodies: BodyAdmission
  decorated(request: FastifyRequest, reply: FastifyReply): void
}

interface PageUse {
  readonly takesForm?: boolean
  /** The greatest size of the form. */
  readonly mostBytes?: number
  readonly isSlow?: boolean
}

/** Returns the table of the pages that are only read. */
export function tableOfPages({ prefixes, served }: Roots): PageTable {
  const pages = new Map<string, ReadPage>()
  for (const prefix of served)
    for (const [path, render] of Object.entries(sitePages))
      pages.set(`${prefix}${path}`, { render, isSlow: render !== widget })
  const [base] = prefixes
  pages.set(`${base}/robots.txt`, { render: robots(prefixes), isSlow: false })
  pages.set(`${base}/sitemap.xml`, { render: sitemap, isSlow: true })
  pages.set(`${base}/sitemap/:kind/:part`, { render: sitemapPart, isSlow: true })
  return pageTable(served, pages)
}

/** Adds the pages to an application. */
export function addPages(
  app: FastifyInstance,
  { roots, pages, bodies, decorated, shareImage, submissions }: Handling,
  table: PageTable,
): void {
  for (const url of table.patterns)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      async handler(request, reply) {
        const found = table.find(request)
        if (found === undefined) throw new Problem('rest_no_route')
        request.params = found.params
        decorated(request, reply)
        return pages.respond(found.page.render, request, reply, found.page)
      },
    })
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
        return pages.respond(render, request, reply, { isSlow })
      },
    })
  for (const prefix of roots.served) {
    // Event passwords are never sent in a URL.
    add(`${prefix}/event/:slug`, event, { takesForm: true, isSlow: true })
    add(`${prefix}/event/:slug/share.png`, shareImage)
  }
  const form = { takesForm: true, mostBytes: MAX_SUBMITTED }
  if (submissions !== undefined)
    for (const prefix of roots.served) {
      add(`${prefix}/submit`, submitting(submissions), form)
      add(`${prefix}/submit/:secret`, following(submissions), form)
    }
  const [base] = roots.prefixes
  // Browsers request it for responses that name no icon, such as JSON.
  app.get(`${base}/favicon.ico`, async (request, reply) => {
    decorated(request, reply)
    return reply.header('Cache-Control', 'public, max-age=3600').redirect(await pages.icon(), 302)
  })
}
