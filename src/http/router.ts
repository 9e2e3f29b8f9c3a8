/** The request handlers: from a request at a route to the response that is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../api/context.ts'
import type { ChangeStreams } from '../changes/streams.ts'
import type { RouteWithOperations } from '../contract/operations.ts'
import type { FrontCacheAnswerMarker } from './cache/response-cache.ts'
import { declaredRouteWithLanguageFilledIn, type RootsOfSiteAndApi } from './language-roots.ts'
import type { MonitoringParts } from './observability/monitoring.ts'
import { sendMediaFile } from './operations/media-files.ts'
import type { AppOptions } from './options.ts'
import { pipelineOf } from './pipeline.ts'
import { contentLanguageHeaders, prefersHtml, setCommonHeaders } from './protocol.ts'
import { type BodyAdmission, hasBody, newBodyAdmission } from './request/body-admission.ts'
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

interface OutsideApiHandlers {
  /** The index of a root, for browsers its front page. */
  readonly root: Handler
  /** The index of a root at another path than its own, for browsers its calendar. */
  readonly rootIndex: Handler
  /** Static files of pages. */
  readonly file: Handler
  /** The desk of editors. */
  readonly desk: Handler
  /** Files of media items. */
  readonly media: Handler
}

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
): OutsideApiHandlers {
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
    root: decorated((request, reply) =>
      prefersHtml(request.headers.accept) ? front(request, reply) : index(request, reply),
    ),
    rootIndex: decorated((request, reply) =>
      prefersHtml(request.headers.accept)
        ? redirectToCalendar(reply, roots.rootOf(declaredRouteWithLanguageFilledIn(request)))
        : index(request, reply),
    ),
    file: decorated(async (request, reply) => {
      const { name = '' } = pathParamsOfRequest(request)
      const response =
        builtFileResponse(name) ?? (await appearances.file(name)) ?? requireNamedAssetResponse(name)
      return sendResponse({ request, reply }, emptyQuery, response)
    }),
    desk: decorated(async (request, reply) =>
      sendResponse({ request, reply }, emptyQuery, await deskResponse(services, request)),
    ),
    media: decorated(async (request, reply) => {
      await admission.contextOf(request, reply, options.now())
      return sendMediaFile(request, reply, options.images)
    }),
  }
}

export interface AppHandlersAndRoutes
  extends OutsideApiHandlers,
    Omit<
      MonitoringParts,
      'store' | 'now' | 'spans' | 'isStarting' | 'isEnding' | 'logAddresses' | 'folders' | 'lastBackUp'
    > {
  readonly roots: RootsOfSiteAndApi
  readonly routes: readonly RouteWithOperations[]
  /** Responds from the response cache; returns false if the request must be handled. Throws if the caller is not admitted. */
  readonly fromCache: (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>
  /** The place of faults in caches in front of the service, which keep none; undefined without such caches. */
  readonly faults: FrontCacheAnswerMarker | undefined
  readonly services: AppServices
  /** The pages of the web calendar. */
  readonly pages: PageResponder
  /** The open streams of changes. */
  readonly streams: ChangeStreams
  /** Admits and reads request bodies. */
  readonly bodies: BodyAdmission
  /** The context of the actions of a request. Throws 401, 403 or 429 if the caller is not admitted. */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Context>
  /** Admits a request at a route of the API, before its body is read. Throws 401, 403, 404, 405, 413, 429 or 503. */
  admit(route: RouteWithOptionalTranslation, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Responds to a request at a route of the API. */
  handle(
    route: RouteWithOptionalTranslation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply>
}

/** Returns the function that sets the headers of every response. */
function decorator({ options, roots }: AppServices) {
  const { headers } = options.dialects.discovery(roots.aliases, options.baseUrl) ?? {}
  return (request: FastifyRequest, reply: FastifyReply) => {
    const place = declaredRouteWithLanguageFilledIn(request)
    setCommonHeaders(request, reply, roots.rootOf(place).url, options.corsOrigins)
    if (headers !== undefined && !roots.isOfInterface(place)) reply.headers(headers)
  }
}

/** Returns the function that responds from the cache, but for first visits: they depend on the language of the browser. */
function cacheFirst({ cache, roots, options }: AppServices): AppHandlersAndRoutes['fromCache'] {
  const firstVisit = firstVisitLanguageFinder(roots.prefixes[0], options)
  return (request, reply) =>
    firstVisit(request) === undefined && cache.tryRespond(request, reply, options.now)
}

/** Returns what this process delivered, for metrics. */
const deliveryCountsOf = ({ webhooks, federation, purges }: AppOptions) => ({
  attempts: webhooks.counts,
  federationAttempts: () => federation?.counts(),
  purgeCounts: () => purges?.(),
})

/** Builds the handlers of one application. */
export function appHandlersOf(options: AppOptions): AppHandlersAndRoutes {
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
    bodies,
    decorated,
    contextOf,
    streams,
    extension,
    responseCache: cache,
    ...deliveryCountsOf(options),
    faults: services.shared?.faults,
    services,
    pages,
    fromCache: cacheFirst(services),
    caller: async (request, reply) => (await contextOf(request, reply)).actor,
    handle: pipeline.handle,
    async admit(route, request, reply) {
      decorated(request, reply)
      const root = roots.rootOf(declaredRouteWithLanguageFilledIn(request))
      reply.headers(contentLanguageHeaders(root, queryOfUrlOfAnyLength(request.url)))
      requireNumericIds(request)
      if (hasBody(request)) await pipeline.admit(route, request, reply, bodies)
    },
  }
}
