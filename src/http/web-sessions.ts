/** Requests with the cookie of a web session (contract §5), and what keeps pages of other sites from using it. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { epochOf, type Moment } from '../domain/moment.ts'
import { Problem } from '../problem.ts'
import type { Session, Store } from '../store/store.ts'
import { sessionCookie } from './session-cookie.ts'

/** Browsers ask for a name and password of their own where a challenge is Basic. */
export const challenge = { 'WWW-Authenticate': 'Bearer realm="Fasti"' } as const

export interface WebSessions {
  /** The session that a request comes with, if any. Throws 401 where it has ended, 403 where it must not be used. */
  of(request: FastifyRequest, moment: Moment): Promise<WithCookie | undefined>
  /** Throws 403 where a page of another site is behind the request. */
  allowOrigin(request: FastifyRequest): void
  /** The Set-Cookie header that keeps a session as long as it lasts. */
  keep(session: Session, moment: Moment): string
  /** The Set-Cookie header that takes the cookie away. */
  readonly cleared: string
}

export interface WithCookie {
  readonly session: Session
  /** The Set-Cookie header where this use prolongs the session. */
  readonly cookie: string | undefined
}

/** What proves that a write comes from a page that could read an answer: only who has the cookie can make it. */
export function csrfToken({ secret }: Session): string {
  return createHmac('sha256', secret).update('X-CSRF-Token').digest('base64url')
}

function isCsrfToken(sent: unknown, session: Session): boolean {
  const [given, right] = [Buffer.from(String(sent)), Buffer.from(csrfToken(session))]
  return given.length === right.length && timingSafeEqual(given, right)
}

const isRead = ({ method }: FastifyRequest) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** The web sessions of the service at `baseUrl`; pages of `corsOrigins`, a wildcard aside, count as its own. */
export function webSessions(store: Store, baseUrl: string, corsOrigins: readonly string[]): WebSessions {
  const cookie = sessionCookie(baseUrl)
  const origins = [new URL(baseUrl).origin, ...corsOrigins.filter((origin) => origin !== '*')]
  const isOwn = ({ headers: { origin } }: FastifyRequest) => origin === undefined || origins.includes(origin)
  const keep = (session: Session, { now }: Moment) =>
    cookie.keep(session.secret, session.expires_utc - epochOf(now))

  function allowOrigin(request: FastifyRequest): void {
    if (isOwn(request)) return
    throw new Problem('rest_forbidden', {
      message: `Pages of ${request.headers.origin} may not use web sessions: FASTI_BASE_URL or FASTI_CORS_ORIGINS must name them.`,
    })
  }

  function allowWrite(request: FastifyRequest, session: Session): void {
    allowOrigin(request)
    if (isCsrfToken(request.headers['x-csrf-token'], session)) return
    throw new Problem('rest_forbidden', {
      message: 'Writes with the cookie of a session need the csrf_token of GET /session as X-CSRF-Token.',
    })
  }

  return {
    async of(request, moment) {
      const secret = cookie.read(request.headers.cookie)
      if (secret === undefined || (isRead(request) && !isOwn(request))) return undefined
      const session = await store.sessions.held(secret, moment)
      if (session === undefined)
        throw new Problem('rest_invalid_credentials', {
          message: 'Your session has ended. Sign in again.',
          headers: { ...challenge, 'Set-Cookie': cookie.cleared },
        })
      if (!isRead(request)) allowWrite(request, session)
      return { session, cookie: session.isProlonged ? keep(session, moment) : undefined }
    },
    allowOrigin,
    keep,
    cleared: cookie.cleared,
  }
}
