/** Cookies: sessions, and the sign-in that has begun. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { OrganisationSettings } from '../../oidc/rules.ts'
import type { SignInSecrets } from '../../oidc/sign-in.ts'
import { bearerChallengeHeaders, csrfToken } from '../../people/sessions.ts'
import { because, Problem } from '../../problem.ts'
import type { Session, Store } from '../../store/store.ts'

// The cookies that the service sets for itself alone.

/** Where a cookie goes, besides requests to all paths of the service from its own pages. */
interface CookieReach {
  /** The path below the base URL that it is sent to. */
  readonly path?: string
  /** Whether forms of other sites bring it. Browsers want https for it, and on loopback take such a cookie without a word about sites. */
  readonly isForForms?: boolean
}

/**
 * Returns the cookie of a name of the service at `baseUrl`: its value in a Cookie header, and the Set-Cookie headers that store and delete it. At an https address without a path, the name has the
 * prefix by which browsers take the cookie from this host alone: no other host of the domain can plant one.
 */
function cookieOfBaseUrl(baseUrl: string, name: string, { path = '', isForForms = false }: CookieReach = {}) {
  const { protocol, pathname } = new URL(baseUrl)
  const isSecure = protocol === 'https:'
  const isOfHost = isSecure && pathname === '/'
  const known = isOfHost ? `__Host-${name}` : name
  const below = path === '' ? pathname : `${pathname.replace(/\/$/, '')}${path}`
  const site = isForForms ? (isSecure ? '; SameSite=None' : '') : '; SameSite=Lax'
  const attributes = `Path=${isOfHost ? '/' : below}; HttpOnly${site}${isSecure ? '; Secure' : ''}`
  const keep = (value: string, seconds: number) => `${known}=${value}; Max-Age=${seconds}; ${attributes}`
  return {
    read: (sent = '') =>
      sent
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${known}=`))
        ?.slice(known.length + 1) || undefined,
    keep,
    cleared: keep('', 0),
  }
}

// Requests with a web session's cookie (contract §5; RFC 6265), and the protection against cross-site requests.

const SESSION_COOKIE = 'fasti_session'

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

/** Throws 403 for a form on a page of another site, which sends no preflight: what the public may send comes from here, or from programs. */
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
export function webSessions(store: Store, baseUrl: string, corsOrigins: readonly string[]) {
  const cookie = cookieOfBaseUrl(baseUrl, SESSION_COOKIE)
  const origins = [new URL(baseUrl).origin, ...corsOrigins.filter((origin) => origin !== '*')]
  const isOwn = ({ headers: { origin } }: FastifyRequest) => origin === undefined || origins.includes(origin)
  const keep = (session: Session, { now }: Moment) =>
    cookie.keep(session.secret, session.expires_utc - epochOfInstant(now))
  return {
    /**
     * The session of a request, if any, with the Set-Cookie header where this request prolongs it. Throws 401 if it has ended, 403 if a
     * write fails the origin or CSRF check.
     */
    async of(request: FastifyRequest, moment: Moment) {
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
    allowOrigin: (origin: string | undefined) => allowOwn(origin, origins),
    allowForm: (request: FastifyRequest) => allowFormFrom(request, origins),
    keep,
    cleared: cookie.cleared,
  }
}

/** The web sessions of a service: reading and guarding them, and their cookies. */
export type WebSessions = ReturnType<typeof webSessions>

// The cookie that ties a sign-in at the organisation to the browser that began it: state, nonce, verifier, and where it leads.

const SIGN_IN_COOKIE = 'fasti_signin'
/** Seconds that a sign-in may take. */
const PATIENCE = 600

/** A sign-in that a browser has begun, while its user is at the organisation. */
export interface BegunSignIn extends SignInSecrets {
  /** The path of the page to which the sign-in leads, as it was asked for. */
  readonly leadsTo: string
  /** The language of the pages; "" for that of the site. */
  readonly language: string
}

/** The protocol by which an organisation signs people in. */
type Protocol = OrganisationSettings['protocol']

/** Returns the address at which the organisation leads people back to the service at `baseUrl`. */
export const callbackAddress = (baseUrl: string, protocol: Protocol): string =>
  `${baseUrl.replace(/\/$/, '')}/signin/${protocol}/callback`

const fields = ['state', 'nonce', 'verifier', 'leadsTo', 'language'] as const

function parsed(value: string): BegunSignIn | undefined {
  try {
    const texts: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'))
    if (!Array.isArray(texts) || texts.length !== fields.length) return undefined
    const [state, nonce, verifier, leadsTo, language] = texts.map(String)
    if (!state) return undefined
    return {
      state,
      nonce: nonce ?? '',
      verifier: verifier ?? '',
      leadsTo: leadsTo ?? '',
      language: language ?? '',
    }
  } catch {
    return undefined
  }
}

/** Builds the cookie of the service at `baseUrl`. `readKey` reads the key that signs it, which all processes share. */
export function makeSignInCookieReaderAndSetter(
  baseUrl: string,
  protocol: Protocol,
  readKey: () => Promise<string>,
) {
  // A SAML identity provider leads people back by a form.
  const cookie = cookieOfBaseUrl(baseUrl, SIGN_IN_COOKIE, {
    path: `/signin/${protocol}`,
    isForForms: protocol === 'saml',
  })
  const signatureOf = async (value: string) =>
    createHmac('sha256', await readKey())
      .update(`${SIGN_IN_COOKIE}\n${value}`)
      .digest()
  return {
    /** The begun sign-in of a Cookie header; undefined without one that this service made. */
    async read(sent: string | undefined) {
      const [value = '', signature = ''] = cookie.read(sent)?.split('.') ?? []
      const [given, right] = [Buffer.from(signature, 'base64url'), await signatureOf(value)]
      return given.length === right.length && timingSafeEqual(given, right) ? parsed(value) : undefined
    },
    async keep(begun: BegunSignIn) {
      const value = Buffer.from(JSON.stringify(fields.map((name) => begun[name]))).toString('base64url')
      return cookie.keep(`${value}.${(await signatureOf(value)).toString('base64url')}`, PATIENCE)
    },
    cleared: cookie.cleared,
  }
}
