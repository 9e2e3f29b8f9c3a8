/** The headers of every response, including errors (contract §7, §8). */
import type { FastifyReply, FastifyRequest } from 'fastify'

const exposed =
  'X-Total-Count, X-Total-Pages, X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location, Idempotency-Replayed, Retry-After, X-Fasti-Revision, X-Fasti-Result, Preference-Applied'
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, X-Fasti-Revision, X-CSRF-Token, Idempotency-Key, X-Event-Password, X-HTTP-Method-Override, Prefer, X-WP-Nonce, X-TEC-EEA, Content-Disposition'

/** The headers that do not depend on the request. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Robots-Tag': 'noindex',
} as const

const everywhere = {
  ...fixedHeaders,
  Vary: 'Accept, Accept-Encoding, Authorization, Cookie, Origin, Prefer, X-Event-Password',
  'Access-Control-Expose-Headers': exposed,
  'Access-Control-Allow-Headers': allowedHeaders,
} as const

/** Whether the configuration names this exact origin: only then may its pages send the session cookie. */
const isNamed = ({ headers: { origin = '*' } }: FastifyRequest, origins: readonly string[]) =>
  origin !== '*' && origins.includes(origin)

/** The origin that may read the response: as configured; by default any origin, for reads without credentials. */
function allowedOrigin(request: FastifyRequest, origins: readonly string[]): string | undefined {
  const { origin, authorization, cookie } = request.headers
  if (isNamed(request, origins)) return origin
  if (origins.length > 0) return origins.includes('*') ? '*' : undefined
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isRead && authorization === undefined && cookie === undefined ? '*' : undefined
}

/** The Link header value that points to the root of the request. */
export const rootLinkHeader = (rootUrl: string) => `<${rootUrl}/>; rel="https://api.w.org/"`

/** The revision header of a write's response: a client that sends it back reads nothing older (contract §8). */
export const makeRevisionHeader = (revision: number) => ({ 'X-Fasti-Revision': String(revision) })

/** The headers of the update of an item: its revision, and whether it changed anything (contract §13). */
export const updatedItemHeaders = (isUnchanged: boolean, revision: number) => ({
  ...makeRevisionHeader(revision),
  'X-Fasti-Result': isUnchanged ? 'unchanged' : 'updated',
})

/** Sets the headers of every response. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  rootUrl: string,
  corsOrigins: readonly string[],
): void {
  reply.headers(everywhere)
  reply.header('Link', rootLinkHeader(rootUrl))
  const origin = allowedOrigin(request, corsOrigins)
  if (origin !== undefined) reply.header('Access-Control-Allow-Origin', origin)
  if (isNamed(request, corsOrigins)) reply.header('Access-Control-Allow-Credentials', 'true')
}

/** The Server-Timing of a response that was not cached: how long it took. */
export const serverTiming = (reply: FastifyReply): string => `total;dur=${reply.elapsedTime.toFixed(1)}`
