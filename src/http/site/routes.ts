/** The routes of the web calendar, below every root. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MAX_IMAGE_BYTES } from '../../contract/operations/submissions.ts'
import type { Tries } from '../operations/submissions/submissions.ts'
import { type BodyAdmission, hasBody } from '../request/body-admission.ts'
import type { Roots } from '../roots.ts'
import { category, event, organizer, series, tag, venue } from './items.ts'
import type { Pages, RenderPage } from './pages.ts'
import { mapped, searched } from './search.ts'
import { robots, sitemap, sitemapPart } from './sitemap.ts'
import { following, submitting } from './submitting/submit.ts'
import { agenda, day, month, week, weekend } from './views.ts'
import { widget } from './widget.ts'

/** Route → the function that renders its page. */
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
  '/event/:slug': event,
  '/series/:slug': series,
  '/venue/:slug': venue,
  '/organizer/:slug': organizer,
  '/category/:slug': category,
  '/tag/:slug': tag,
  '/widget.js': widget,
}

/** Pages that accept a form: event passwords are never sent in a URL. */
const formPages: readonly string[] = ['/event/:slug']

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

/** Adds the pages to an application. */
export function addPages(
  app: FastifyInstance,
  { roots, pages, bodies, decorated, shareImage, submissions }: Handling,
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
        return pages.respond(render, request, reply, { isSlow })
      },
    })
  for (const prefix of roots.served)
    for (const [path, render] of Object.entries(sitePages))
      add(`${prefix}${path}`, render, { takesForm: formPages.includes(path), isSlow: render !== widget })
  for (const prefix of roots.served) add(`${prefix}/event/:slug/share.png`, shareImage)
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
  add(`${base}/robots.txt`, robots(roots.prefixes))
  add(`${base}/sitemap.xml`, sitemap, { isSlow: true })
  add(`${base}/sitemap/:kind/:part`, sitemapPart, { isSlow: true })
}
