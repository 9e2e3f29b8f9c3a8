/** Requests with a web session's cookie (contract §5; RFC 6265), and the protection against cross-site requests. */
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { bearerChallengeHeaders, csrfToken, type SessionCookies } from '../../people/sessions.ts'
import { because, Problem } from '../../problem.ts'
import type { Session, Store } from '../../store/store.ts'
import { cookieOfBaseUrl } from './cookie.ts'

const NAME = 'fasti_session'

/** The web sessions of a service: reading and guarding them, and their cookies. */
export interface WebSessions extends SessionCookies {
  /** The session of a request, if any. Throws 401 if it has ended, 403 if a write fails the origin or CSRF check. */
  of(request: FastifyRequest, moment: Moment): Promise<WithCookie | undefined>
  /**
   * Throws 403 for a form on a page of another site, which sends no preflight: what the public may send comes from here, or from
   * programs.
   */
  allowForm(request: FastifyRequest): void
}

interface WithCookie {
  readonly session: Session
  /** The Set-Cookie header, if this request prolongs the session. */
  readonly cookie: string | undefined
}

function isCsrfToken(sent: unknown, session: Session): boolean {
  const [given, right] = [Buffer.from(String(sent)), Buffer.from(csrfToken(session))]
  return given.length === right.length && timingSafeEqual(given, right)
}

const isRead = ({ method }: FastifyRequest) => ['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Throws 403 for a request from a page of another origin than those that are trusted. */
function allowOwn(origin: string | undefined, origins: readonly string[]): void {
  if (origin === undefined || origins.includes(origin)) return
  throw new Problem('rest_forbidden', because('foreign_pages', { origin }))
}

/** Throws 403 for a form on a page of another site. */
function allowFormFrom({ headers }: FastifyRequest, origins: readonly string[]): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  if (site === 'same-origin' || site === 'none' || (site === undefined && origin === undefined)) return
  // However the reader's browser names this service.
  const isHere = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
  if (isHere || (origin !== undefined && origins.includes(origin))) return
  throw new Problem('rest_forbidden', because('foreign_form'))
}

/** Throws 403 for a write without the session's CSRF token. */
function allowToken({ headers }: FastifyRequest, session: Session): void {
  if (isCsrfToken(headers['x-csrf-token'], session)) return
  throw new Problem('rest_forbidden', because('no_csrf_token'))
}

/** The web sessions of the service at `baseUrl`. `corsOrigins` are trusted like its own origin, except a wildcard. */
export function webSessions(store: Store, baseUrl: string, corsOrigins: readonly string[]): WebSessions {
  const cookie = cookieOfBaseUrl(baseUrl, NAME)
  const origins = [new URL(baseUrl).origin, ...corsOrigins.filter((origin) => origin !== '*')]
  const isOwn = ({ headers: { origin } }: FastifyRequest) => origin === undefined || origins.includes(origin)
  const keep = (session: Session, { now }: Moment) =>
    cookie.keep(session.secret, session.expires_utc - epochOfInstant(now))
  return {
    async of(request, moment) {
      const secret = cookie.read(request.headers.cookie)
      if (secret === undefined || (isRead(request) && !isOwn(request))) return undefined
      const session = await store.sessions.held(secret, moment)
      if (session === undefined)
        throw new Problem('rest_invalid_credentials', {
          ...because('session_ended'),
          headers: { ...bearerChallengeHeaders, 'Set-Cookie': cookie.cleared },
        })
      if (!isRead(request)) {
        allowOwn(request.headers.origin, origins)
        allowToken(request, session)
      }
      return { session, cookie: session.isProlonged ? keep(session, moment) : undefined }
    },
    allowOrigin: (origin) => allowOwn(origin, origins),
    allowForm: (request) => allowFormFrom(request, origins),
    keep,
    cleared: cookie.cleared,
  }
}
