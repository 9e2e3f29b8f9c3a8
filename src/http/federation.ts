/** The routes of federation (contract §19): documents that are read, inboxes, and events by their own addresses. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { addressRateKey, newRateCounter } from '../support/rate-limiter.ts'
import type { AttemptCounts } from '../webhooks/deliveries.ts'
import type { RootsOfSiteAndApi } from './language-roots.ts'
import { weightsOf } from './protocol.ts'
import { type BodyAdmission, hasBody } from './request/body-admission.ts'
import { emptyQuery, pathParamsOfRequest } from './request/query.ts'
import { sendResponse } from './response/send.ts'

// How the application answers other servers: types only.

interface FederationResponse {
  readonly status: number
  readonly type: string
  readonly body: string
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number
}

/** A request of another server, as it came. */
interface SignedRequest {
  readonly method: string
  /** The path and the query, as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

interface InboxRequest extends SignedRequest {
  /** The path below the base address. */
  readonly path: string
  /** The address that it comes from. */
  readonly address: string
}

/** How the application answers other servers. */
export interface ToolsAnsweringOtherServers {
  /** Returns what is at a path below the base address; undefined for nothing. */
  answerAt(path: string, query: URLSearchParams): Promise<FederationResponse | undefined>
  /** Returns the object of the event with a slug; undefined if there is none that others may read. */
  eventWithSlug(slug: string): Promise<FederationResponse | undefined>
  /** The counts of this process's attempts since it started. */
  counts(): AttemptCounts
  /** Returns the response to an activity. */
  receive(request: InboxRequest): Promise<FederationResponse>
  /** Returns the refusal of a read that a blocked host has signed; undefined for all others. */
  refuseReader(request: SignedRequest): Promise<FederationResponse | undefined>
}

/** Bytes of an activity: an event with its longest text. */
const MAX_ACTIVITY = 262_144
/** Requests with a wrong signature from one address within a minute; more get 429. */
const MAX_UNSIGNED = 300
/** Activities from one address within a minute; more get 429. */
const MAX_ACTIVITIES = 1200

const ACTIVITY = 'application/activity+json'

interface Handling {
  readonly roots: RootsOfSiteAndApi
  readonly bodies: BodyAdmission
  decorated(request: FastifyRequest, reply: FastifyReply): void
}

const textsOf = ({ headers }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )

/** Returns the weight of an object for a client: of the type of ActivityPub, or of linked data with its profile; 0 where it wants none. */
function weightOfActivity(accept: string): number {
  const weights = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const isProfiled = parameters.some((one) => one.includes('www.w3.org/ns/activitystreams'))
    if (type !== ACTIVITY && !(type === 'application/ld+json' && isProfiled)) return 0
    const [, weight = '1'] = parameters.map((one) => /^q=([\d.]+)$/.exec(one)).find((one) => one) ?? []
    return Number(weight)
  })
  return Math.max(...weights)
}

/** Returns whether a client wants an object rather than a page, and whether it takes no page at all. */
function wishOf(accept = ''): { readonly wantsActivity: boolean; readonly takesPage: boolean } {
  const weights = weightsOf(accept)
  const [activity, page] = [weightOfActivity(accept), weights.get('text/html') ?? weights.get('text/*')]
  const takesPage = (page ?? weights.get('*/*') ?? 0) > 0
  return { wantsActivity: activity > 0 && activity >= (page ?? 0), takesPage }
}

/** The request as another server signed it. */
const signedRequestOf = (request: FastifyRequest) => ({
  method: request.method,
  target: request.url,
  headers: textsOf(request),
  body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
})

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, body, retryAfter }: FederationResponse,
): Promise<FastifyReply> => {
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return sendResponse({ request, reply }, emptyQuery, {
    status,
    headers,
    body: {},
    file: { type, text: body },
  })
}

/** Returns the function that lets an address send so much, and no more signatures that don't hold. */
function inboxLimits(elapsed: () => number) {
  const [unsigned, all] = [newRateCounter(MAX_UNSIGNED), newRateCounter(MAX_ACTIVITIES)]
  return {
    begin({ ip }: FastifyRequest) {
      const name = addressRateKey(ip)
      unsigned.allow(name, elapsed())
      all.allow(name, elapsed())
      all.count(name, elapsed())
    },
    end({ ip }: FastifyRequest, status: number) {
      if (status === 401) unsigned.count(addressRateKey(ip), elapsed())
    },
  }
}

/** Adds the routes that only read: documents, and how they are found. */
function addDocuments(
  app: FastifyInstance,
  tools: ToolsAnsweringOtherServers,
  { roots, decorated }: Handling,
): void {
  const [base] = roots.prefixes
  const add = (url: string, pathOf: (request: FastifyRequest) => string) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      async handler(request, reply) {
        decorated(request, reply)
        const query = new URLSearchParams(request.url.split('?')[1] ?? '')
        const refusal = await tools.refuseReader(signedRequestOf(request))
        const found = refusal ?? (await tools.answerAt(pathOf(request), query))
        if (found === undefined) throw new Problem('rest_no_route')
        reply.header('Access-Control-Allow-Origin', '*')
        return send(request, reply, found)
      },
    })
  add(`${base}/ap/*`, (request) => `/ap/${pathParamsOfRequest(request)['*'] ?? ''}`)
  // Other servers look for them at the root of the host.
  for (const path of ['/.well-known/webfinger', '/.well-known/nodeinfo']) add(path, () => path)
}

function addInboxes(
  app: FastifyInstance,
  tools: ToolsAnsweringOtherServers,
  limits: ReturnType<typeof inboxLimits>,
  { roots, bodies, decorated }: Handling,
): void {
  const [base] = roots.prefixes
  app.route({
    method: 'POST',
    url: `${base}/ap/*`,
    async onRequest(request, reply) {
      decorated(request, reply)
      limits.begin(request)
      if (hasBody(request)) bodies.admitForm(request, reply, MAX_ACTIVITY)
    },
    async handler(request, reply) {
      const path = `/ap/${pathParamsOfRequest(request)['*'] ?? ''}`
      const found = await tools.receive({ ...signedRequestOf(request), path, address: request.ip })
      limits.end(request, found.status)
      return send(request, reply, found)
    },
  })
}

/** Answers with the object, at the address of an event's page, those who ask for it. */
function addEventPages(
  app: FastifyInstance,
  tools: ToolsAnsweringOtherServers,
  { roots, decorated }: Handling,
): void {
  const pages = new Set(roots.served.map((prefix) => `${prefix}/event/:slug`))
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    if (!pages.has(request.routeOptions.url ?? '')) return
    const { wantsActivity, takesPage } = wishOf(request.headers.accept)
    if (!wantsActivity) return
    decorated(request, reply)
    const refusal = await tools.refuseReader(signedRequestOf(request))
    const found = refusal ?? (await tools.eventWithSlug(pathParamsOfRequest(request).slug ?? ''))
    if (found !== undefined) return send(request, reply, found)
    // Whether there is a page is not for those who want no page.
    if (!takesPage) throw new Problem('rest_no_route')
  })
}

/** Adds the routes of federation to an application. Must be called before the hook that responds from the cache. */
export function addFederation(
  app: FastifyInstance,
  tools: ToolsAnsweringOtherServers,
  { elapsed }: { readonly elapsed: () => number },
  handling: Handling,
): void {
  addEventPages(app, tools, handling)
  addDocuments(app, tools, handling)
  addInboxes(app, tools, inboxLimits(elapsed), handling)
}
