/** The request handlers: from a request at a route to the response that is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../api/context.ts'
import type { ChangeStreams } from '../changes/streams.ts'
import type { RouteWithOperations } from '../contract/routes.ts'
import type { FrontCacheAnswerMarker } from './cache/caches-in-front.ts'
import { declaredRouteWithLanguageFilledIn, type RootsOfSiteAndApi } from './language-roots.ts'
import type { MonitoringParts } from './observability/monitoring.ts'
import type { AppOptions } from './options.ts'
import { type OutsideApiHandlers, outsideApiHandlers } from './outside-api-handlers.ts'
import { pipelineOf } from './pipeline.ts'
import { contentLanguageHeaders } from './protocol/content-language.ts'
import { setCommonHeaders } from './protocol/headers.ts'
import { type BodyAdmission, hasBody, newBodyAdmission } from './request/body-admission.ts'
import { requireNumericIds } from './request/negotiation.ts'
import { queryOfUrlOfAnyLength } from './request/query.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'
import { type AppServices, appServicesOf } from './services.ts'
import { type ShareImages, shareImagesOf } from './site/appearance/share.ts'
import { firstVisitLanguageFinder } from './site/first-visit.ts'
import { type AppFiles, appFilesOf } from './site/installing/app-files.ts'
import { type PageResponder, sitePageResponder } from './site/pages.ts'
import {
  type OrganisationSignInHandlers,
  organisationSignInHandlersOf,
} from './site/signing-in/organisation-sign-in.ts'
import { newSubmittingTools, type SubmittingTools } from './site/submitting/draft.ts'

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
  /** The limits of submissions; undefined if the public may not submit events. */
  readonly submissions: SubmittingTools | undefined
  /** The pages of the web calendar. */
  readonly pages: PageResponder
  /** Signing in through one's organisation; undefined without one. */
  readonly signIn: OrganisationSignInHandlers | undefined
  /** Draws the images that messengers show of events. */
  readonly shareImages: ShareImages
  /** The files with which browsers install the calendar. */
  readonly appFiles: AppFiles
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
  const { now, submissions, extension } = options
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
    shareImages: shareImagesOf(services),
    appFiles: appFilesOf(services),
    submissions: submissions === 'open' ? newSubmittingTools(options) : undefined,
    pages,
    signIn: organisationSignInHandlersOf(services, pages),
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
