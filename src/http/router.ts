/** The request handlers: from a request at a route to the response that is sent. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../actions/context.ts'
import { servedOperations } from '../contract/operations.ts'
import { type Route, routesOf } from '../contract/routes.ts'
import type { Moment } from '../domain/time/moment.ts'
import { remembered } from '../support/remembered.ts'
import { admissionOf } from './auth/admission.ts'
import { responseCache } from './cache/response-cache.ts'
import { type Streams, streamsOf } from './changes/streams.ts'
import type { TranslatedRoute } from './compatibility/bridges/translation.ts'
import { headersOutside } from './compatibility/discovery.ts'
import { readsRemovals } from './compatibility/removal.ts'
import type { Monitored } from './observability/monitoring.ts'
import { sendFile } from './operations/media-files.ts'
import { newTries, type Tries } from './operations/submissions/submissions.ts'
import type { AppOptions } from './options.ts'
import { performing } from './performing.ts'
import { prefersHtml } from './protocol/accept.ts'
import { decorate } from './protocol/headers.ts'
import { type BodyAdmission, bodyAdmission } from './request/body-admission.ts'
import { allowId } from './request/negotiation.ts'
import { pathParams } from './request/path-params.ts'
import { noQuery, queryOf } from './request/query.ts'
import { renderQueues } from './response/render-queues.ts'
import { send } from './response/send.ts'
import { sendFeed } from './response/send-feed.ts'
import { placeOf, type Roots, rootsOf } from './roots.ts'
import { appearancesOf } from './site/appearance/appearance.ts'
import { shareImage } from './site/appearance/share.ts'
import { assetResponse } from './site/assets/assets.ts'
import { builtFileResponse } from './site/assets/built-files.ts'
import { deskResponse } from './site/desk-shell.ts'
import { goHome, type Pages, pagesOf, type RenderPage } from './site/pages.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

export interface Handlers extends Omit<Monitored, 'store' | 'now' | 'spans' | 'isEnding' | 'logAddresses'> {
  readonly roots: Roots
  readonly routes: readonly Route[]
  /** Responds from the response cache; returns false if the request must be handled. Throws if the caller is not admitted. */
  readonly fromCache: (request: FastifyRequest, reply: FastifyReply) => boolean | Promise<boolean>
  readonly rootIndex: Handler
  /** What limits submissions; undefined if the public may not submit events. */
  readonly submissions: Tries | undefined
  /** The pages of the web calendar. */
  readonly pages: Pages
  /** Draws the images that messengers show of events. */
  readonly shareImage: RenderPage
  /** Static files of pages. */
  readonly file: Handler
  /** The desk of editors. */
  readonly desk: Handler
  /** Files of media items. */
  readonly media: Handler
  /** The open streams of changes. */
  readonly streams: Streams
  /** Admits and reads request bodies. */
  readonly bodies: BodyAdmission
  /** What actions need of a request. Throws 401, 403 or 429 if the caller is not admitted. */
  contextOf(request: FastifyRequest, reply: FastifyReply): Promise<Context>
  /** Admits a request's body before it is read. Throws 404, 405, 401, 403, 413, 429 or 503. */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Responds to a request at a route of the API. */
  handle(route: TranslatedRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** The routes of a namespace: the same objects for each application that has them. */
const servedRoutes = remembered(4, (namespace, submissions: 'off' | 'open') =>
  routesOf(servedOperations(namespace, submissions)),
)

/** Builds the handlers of one application. */
export function handlersOf(parts: AppOptions): Handlers {
  const { now, namespace, corsOrigins, store } = parts
  const roots = rootsOf(parts)
  const routes = servedRoutes(namespace, parts.submissions)
  const admission = admissionOf(parts)
  const appearances = appearancesOf(parts, roots.rootOf(roots.prefixes[0]))
  const { contextOf, admit } = admission
  const streams = streamsOf(store, parts.elapsed)
  const queues = renderQueues()
  const { respond, options, rootDocument } = performing(
    parts,
    roots,
    routes,
    admission,
    appearances,
    streams,
    queues,
  )
  const cache = responseCache(store, admit)
  const caller = async (request: FastifyRequest, reply: FastifyReply) =>
    (await contextOf(request, reply, now())).context.actor
  const bodies = bodyAdmission(admission, now, readsRemovals(roots))
  const outside = headersOutside(roots, parts.baseUrl)
  const decorated = (request: FastifyRequest, reply: FastifyReply) => {
    const place = placeOf(request)
    decorate(request, reply, roots.rootOf(place).url, corsOrigins)
    reply.headers(outside(place))
  }

  async function make(route: TranslatedRoute, request: FastifyRequest, reply: FastifyReply, moment: Moment) {
    decorated(request, reply)
    allowId(request)
    const apiRequest = { request, reply, route, query: queryOf(request.url), moment }
    if (request.method === 'OPTIONS') return send(request, reply, apiRequest.query, await options(apiRequest))
    const keep = await cache.keeper(request, moment)
    const response = await respond(apiRequest, keep?.revision ?? 0)
    if ('text' in response) return sendFeed(request, reply, response)
    return send(
      request,
      reply,
      apiRequest.query,
      response,
      response.dependsOnClock === true ? undefined : keep,
    )
  }
  return {
    roots,
    routes,
    fromCache: (request, reply) => cache.tryRespond(request, reply, now()),
    handle: (route, request, reply) => make(route, request, reply, now()),
    shareImage: shareImage(parts),
    submissions: parts.submissions === 'open' ? newTries(parts) : undefined,
    pages: pagesOf(parts, roots, admission, cache, appearances, queues),
    async rootIndex(request, reply) {
      decorated(request, reply)
      if (prefersHtml(request.headers.accept)) return goHome(reply, roots.rootOf(placeOf(request)))
      await contextOf(request, reply, now())
      const body = rootDocument(placeOf(request))
      return send(request, reply, queryOf(request.url), { status: 200, body })
    },
    async file(request, reply) {
      decorated(request, reply)
      const { name = '' } = pathParams(request)
      return send(
        request,
        reply,
        noQuery,
        builtFileResponse(name) ?? (await appearances.file(name)) ?? assetResponse(name),
      )
    },
    async desk(request, reply) {
      decorated(request, reply)
      const [path = ''] = request.url.split('?')
      const language = roots.languageOf(placeOf(request))
      const place = {
        path,
        base: roots.prefixes[0],
        namespace,
        language,
        zone: now().zone,
        name: (await appearances.current()).name,
        currency: parts.currency,
        tiles: parts.mapTiles,
      }
      return send(request, reply, noQuery, deskResponse(place))
    },
    async media(request, reply) {
      decorated(request, reply)
      await contextOf(request, reply, now())
      return sendFile(request, reply, parts.images)
    },
    bodies,
    async admit(route, request, reply) {
      decorated(request, reply)
      allowId(request)
      await bodies.admit(route, request, reply)
    },
    decorated,
    contextOf: async (request, reply) => (await contextOf(request, reply, now())).context,
    responseCache: cache,
    streams,
    extension: parts.extension,
    attempts: parts.webhooks.counts,
    caller,
  }
}
