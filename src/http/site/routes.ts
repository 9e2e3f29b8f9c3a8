/** The addresses of the web calendar, below every root. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Roots } from '../roots.ts'
import type { Make, Pages } from './answer.ts'
import { category, event, organizer, tag, venue } from './items.ts'
import { searched } from './search.ts'
import { agenda, day, month, week } from './views.ts'

/** Address → what makes its page. */
const sitePages: Readonly<Record<string, Make>> = {
  '/calendar': month,
  '/calendar/:month': month,
  '/calendar/week': week,
  '/calendar/week/:week': week,
  '/calendar/day': day,
  '/calendar/day/:day': day,
  '/calendar/agenda': agenda,
  '/calendar/search': searched,
  '/event/:slug': event,
  '/venue/:slug': venue,
  '/organizer/:slug': organizer,
  '/category/:slug': category,
  '/tag/:slug': tag,
}

/** Pages that take a form: the password of an event travels in no address. */
const formPages: readonly string[] = ['/event/:slug']

interface Handling {
  readonly roots: Roots
  readonly pages: Pages
  decorated(request: FastifyRequest, reply: FastifyReply): void
}

/** Adds the pages to an application. */
export function addPages(app: FastifyInstance, { roots, pages, decorated }: Handling): void {
  for (const prefix of roots.prefixes)
    for (const [path, make] of Object.entries(sitePages))
      app.route({
        method: formPages.includes(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'],
        url: `${prefix}${path}`,
        async handler(request, reply) {
          decorated(request, reply)
          return pages.answer(make, request, reply)
        },
      })
}
