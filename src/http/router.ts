/** The request handlers: from a request at a route to the response that is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { declaredRouteWithLanguageFilledIn } from './language-roots.ts'
import { sendMediaFile } from './operations/media-files.ts'
import type { AppOptions } from './options.ts'
import { pipelineOf } from './pipeline.ts'
import { contentLanguageHeaders, prefersHtml, setCommonHeaders } from './protocol.ts'
import { hasBody, newBodyAdmission } from './request/body-admission.ts'
import { requireNumericIds } from './request/negotiation.ts'
import { emptyQuery, pathParamsOfRequest, queryOfUrl, queryOfUrlOfAnyLength } from './request/query.ts'
import { sendResponse } from './response/send.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'
import { type AppServices, appServicesOf } from './services.ts'
import { builtFileResponse, requireNamedAssetResponse } from './site/assets.ts'
import { deskResponse } from './site/desk-and-doc.ts'
import { frontPageOf } from './site/front.ts'
import {
  firstVisitLanguageFinder,
  type PageResponder,
  redirectToCalendar,
  sitePageResponder,
  varyByVisit,
} from './site/pages.ts'

// The handlers of routes outside of the API and of the web calendar: the root, static files, the desk and files of media.

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/** Returns the handler of the front page, for browsers. */
function frontHandler({ options, roots }: AppServices, pages: PageResponder): Handler {
  const [base] = roots.prefixes
  const firstVisit = firstVisitLanguageFinder(base, options)
  return (request, reply) => {
    varyByVisit(reply)
    const language = firstVisit(request)
    if (language === undefined)
      return pages.respond({ render: frontPageOf, isSlow: true }, { request, reply })
    return reply.header('Cache-Control', 'public, no-cache').redirect(`${base}/${language}/`, 302)
  }
}

/** Builds handlers outside the API. `decorate` sets headers of every response; `rootDocument` returns the index of the root at a place. */
function outsideApiHandlers(
  services: AppServices,
  decorate: (request: FastifyRequest, reply: FastifyReply) => void,
  rootDocument: (place: string, name: string) => object,
  pages: PageResponder,
) {
  const { options, roots, admission, appearances } = services
  const decorated =
    (handler: Handler): Handler =>
    async (request, reply) => {
      decorate(request, reply)
      return handler(request, reply)
    }
  const index: Handler = async (request, reply) => {
    const shared = await services.shared?.begin(request, options.now())
    await admission.contextOf(request, reply, options.now())
    const place = declaredRouteWithLanguageFilledIn(request)
    const { name } = (await appearances.current()).inLanguage(roots.languageOf(place))
    const body = rootDocument(place, name)
    return sendResponse({ request, reply, shared }, queryOfUrl(request.url), { status: 200, body })
  }
  const front = frontHandler(services, pages)
  return {
    /** The index of a root, for browsers its front page. */
    root: decorated((request, reply) =>
      prefersHtml(request.headers.accept) ? front(request, reply) : index(request, reply),
    ),
    /** The index of a root at another path than its own, for browsers its calendar. */
    rootIndex: decorated((request, reply) =>
      prefersHtml(request.headers.accept)
        ? redirectToCalendar(reply, roots.rootOf(declaredRouteWithLanguageFilledIn(request)))
        : index(request, reply),
    ),
    /** Static files of pages. */
    file: decorated(async (request, reply) => {
      const { name = '' } = pathParamsOfRequest(request)
      const response =
        builtFileResponse(name) ?? (await appearances.file(name)) ?? requireNamedAssetResponse(name)
      return sendResponse({ request, reply }, emptyQuery, response)
    }),
    /** The desk of editors. */
    desk: decorated(async (request, reply) =>
      sendResponse({ request, reply }, emptyQuery, await deskResponse(services, request)),
    ),
    /** Files of media items. */
    media: decorated(async (request, reply) => {
      await admission.contextOf(request, reply, options.now())
      return sendMediaFile(request, reply, options.images)
    }),
  }
}

/** The handlers and parts of one application. */
export type AppHandlersAndRoutes = ReturnType<typeof appHandlersOf>

/** Returns the function that sets the headers of every response. */
function decorator({ options, roots }: AppServices) {
  const { headers } = options.dialects.discovery(roots.aliases, options.baseUrl) ?? {}
  return (request: FastifyRequest, reply: FastifyReply) => {
    const place = declaredRouteWithLanguageFilledIn(request)
    setCommonHeaders(request, reply, roots.rootOf(place).url, options.corsOrigins)
    if (headers !== undefined && !roots.isOfInterface(place)) reply.headers(headers)
  }
}

/**
 * Returns the function that responds from the cache, but for first visits: they depend on the language of the browser. It returns false if the
 * request must be handled, and throws if the caller is not admitted.
 */
function cacheFirst({ cache, roots, options }: AppServices) {
  const firstVisit = firstVisitLanguageFinder(roots.prefixes[0], options)
  return (request: FastifyRequest, reply: FastifyReply) =>
    firstVisit(request) === undefined && cache.tryRespond(request, reply, options.now)
}

/** Returns what this process delivered, for metrics. */
const deliveryCountsOf = ({ webhooks, federation, purges }: AppOptions) => ({
  attempts: webhooks.counts,
  federationAttempts: () => federation?.counts(),
  purgeCounts: () => purges?.(),
})

/** Builds the handlers of one application. */
export function appHandlersOf(options: AppOptions) {
  const services = appServicesOf(options)
  const { roots, routes, admission, cache, streams } = services
  const { now, extension } = options
  const pipeline = pipelineOf(services)
  const bodies = newBodyAdmission()
  const decorated = decorator(services)
  const pages = sitePageResponder(services)
  const contextOf = async (request: FastifyRequest, reply: FastifyReply) =>
    (await admission.contextOf(request, reply, now())).context
  return {
    ...outsideApiHandlers(services, decorated, pipeline.rootDocument, pages),
    roots,
    routes,
    /** Admits and reads request bodies. */
    bodies,
    decorated,
    /** The context of the actions of a request. Throws 401, 403 or 429 if the caller is not admitted. */
    contextOf,
    streams,
    extension,
    responseCache: cache,
    ...deliveryCountsOf(options),
    /** The place of faults in caches in front of the service, which keep none; undefined without such caches. */
    faults: services.shared?.faults,
    services,
    pages,
    fromCache: cacheFirst(services),
    caller: async (request: FastifyRequest, reply: FastifyReply) => (await contextOf(request, reply)).actor,
    /** Responds to a request at a route of the API. */
    handle: pipeline.handle,
    /** Admits a request at a route of the API, before its body is read. Throws 401, 403, 404, 405, 413, 429 or 503. */
    async admit(route: RouteWithOptionalTranslation, request: FastifyRequest, reply: FastifyReply) {
      decorated(request, reply)
      const root = roots.rootOf(declaredRouteWithLanguageFilledIn(request))
      reply.headers(contentLanguageHeaders(root, queryOfUrlOfAnyLength(request.url)))
      requireNumericIds(request)
      if (hasBody(request)) await pipeline.admit(route, request, reply, bodies)
    },
  }
}
