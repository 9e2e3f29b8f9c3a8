/** Signing in through one's organisation (contract §17): to the issuer, and back into a session at the desk. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { urlOfAnyScheme } from '../../../domain/text/links.ts'
import type { OidcSettings } from '../../../oidc/settings.ts'
import type { FailedSignIn, SignInOutcome, SignInService } from '../../../oidc/sign-in.ts'
import type { SignInRefusal } from '../../../representations/html/site/signing-in/sign-in-page.ts'
import { isInterfaceLanguageCode } from '../../../words/languages.ts'
import {
  type BegunSignIn,
  callbackAddress,
  makeSignInCookieReaderAndSetter,
} from '../../auth/sign-in-cookie.ts'
import { type BodyAdmission, hasBody } from '../../request/body-admission.ts'
import { pathParamsOfRequest } from '../../request/path-params.ts'
import { emptyQuery, queryOfUrl } from '../../request/query.ts'
import { parseBody } from '../../request/raw-args.ts'
import { sendResponse } from '../../response/send.ts'
import type { AppServices } from '../../services.ts'
import type { PageResponder } from '../pages.ts'
import { organisationEntryOf } from './organisation-entry.ts'

// Where a sign-in leads: to a page of this service, never elsewhere.

/** The longest path that is kept in a cookie. */
const LONGEST = 1500

/** Returns the path that a sign-in leads to: as sent if it is one of this service, otherwise that of the desk in the language. */
function returnPath(sent: string, baseUrl: string, language: string): string {
  const { origin, pathname } = new URL(baseUrl)
  const base = pathname.replace(/\/$/, '')
  const desk = `${base}${language === '' ? '' : `/${language}`}/desk`
  if (sent.length > LONGEST || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(sent)) return desk
  const url = urlOfAnyScheme(sent, origin)
  if (url?.origin !== origin) return desk
  // Two slashes would begin another host, and a sign-in that leads to itself would never end.
  const isBelow = url.pathname === base || url.pathname.startsWith(`${base}/`)
  const isPage = !url.pathname.startsWith('//') && !/\/signin\/oidc(\/|$)/.test(url.pathname)
  return isBelow && isPage ? `${url.pathname}${url.search}${url.hash}` : desk
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The addresses of a sign-in through an organisation (OpenID Connect). */
export interface OidcSignInHandlers {
  /** Leads to the issuer. */
  readonly begin: Handler
  /** Where the issuer leads back to, after a sign-out as well. */
  readonly complete: Handler
  /** Where the issuer says that somebody signed out there. */
  readonly logOut: Handler
}

/** The parts of an application that signs people in through their organisation. */
interface SignInParts {
  readonly services: AppServices
  readonly pages: PageResponder
  readonly organisation: SignInService
  readonly settings: OidcSettings
}

/** Headers of the answers that lead to the issuer and back: each is for one browser, once. */
const unkept = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const

const redirected = (reply: FastifyReply, address: string) => reply.headers(unkept).redirect(address, 303)

/** Returns the function that answers with the page that says why nobody was signed in. */
function refuserOf({ pages }: SignInParts) {
  return async (why: SignInRefusal, language: string, exchange: Exchange) => {
    const response = await pages.signInRefusal(why, language)
    return sendResponse(exchange, emptyQuery, { ...response, headers: { ...response.headers, ...unkept } })
  }
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Logs why nobody was signed in: nothing of a token, and nothing of the person. */
function logFailure({ log }: FastifyRequest, { fault, why }: FailedSignIn): void {
  log.warn({ fault, why }, 'sign-in through the organisation')
}

/** Returns the function that completes a sign-in at the issuer. A token that does not hold counts as a failed sign-in of the address. */
function completion({ services, organisation }: SignInParts, redirectUri: string) {
  const { attempts } = services.admission.credentials
  return async (request: FastifyRequest, begun: BegunSignIn): Promise<SignInOutcome> => {
    let outcome: SignInOutcome = { fault: 'invalid', why: 'no attempt' }
    await attempts.cheap({ ip: request.ip, login: undefined }, async () => {
      const [, query = ''] = request.url.split('?')
      outcome = await organisation.complete(redirectUri, new URLSearchParams(query), begun)
      return 'fault' in outcome && outcome.fault === 'invalid' ? undefined : outcome
    })
    return outcome
  }
}

function beginning({ services, organisation, ...parts }: SignInParts, redirectUri: string): Handler {
  const { options, admission } = services
  const cookie = makeSignInCookieReaderAndSetter(options.baseUrl, options.store.submissions.key)
  const refused = refuserOf({ services, organisation, ...parts })
  return async (request, reply) => {
    admission.admit(request, false)
    const { language = '' } = pathParamsOfRequest(request)
    const query = queryOfUrl(request.url)
    const begun = await organisation.begin(redirectUri, query.text('other') !== undefined)
    if ('fault' in begun) {
      logFailure(request, begun)
      return refused('away', language, { request, reply })
    }
    const leadsTo = query.text('return') ?? ''
    const kept = { ...begun.secrets, leadsTo: returnPath(leadsTo, options.baseUrl, language), language }
    return redirected(reply.header('Set-Cookie', await cookie.keep(kept)), begun.address)
  }
}

function completing(parts: SignInParts, redirectUri: string): Handler {
  const { options, admission } = parts.services
  const cookie = makeSignInCookieReaderAndSetter(options.baseUrl, options.store.submissions.key)
  const [refused, complete, enter] = [
    refuserOf(parts),
    completion(parts, redirectUri),
    organisationEntryOf(options, parts.settings),
  ]
  return async (request, reply) => {
    admission.admit(request, false)
    const query = queryOfUrl(request.url)
    // The issuer leads back here after a sign-out, too: it knows no other address of this service.
    if (query.text('code') === undefined && query.text('error') === undefined)
      return redirected(reply, returnPath('', options.baseUrl, ''))
    const begun = await cookie.read(request.headers.cookie)
    reply.header('Set-Cookie', cookie.cleared)
    const language = isInterfaceLanguageCode(begun?.language ?? '') ? (begun?.language ?? '') : ''
    const exchange = { request, reply }
    if (begun === undefined) return refused('invalid', language, exchange)
    const outcome = await complete(request, begun)
    if ('fault' in outcome) {
      logFailure(request, outcome)
      return refused(outcome.fault, language, exchange)
    }
    const session = await enter(outcome, request)
    if (session === 'refused') return refused('role', language, exchange)
    if (session === 'suspended') return refused('suspended', language, exchange)
    reply.header('Set-Cookie', admission.credentials.sessions.keep(session, options.now()))
    return redirected(reply, returnPath(begun.leadsTo, options.baseUrl, language))
  }
}

/** Ends the sessions that the issuer ended (OpenID Connect Back-Channel Logout). What does not hold counts as a failed sign-in of the address. */
function loggingOut({ services, organisation }: SignInParts): Handler {
  const { options, admission } = services
  const { attempts } = admission.credentials
  return async (request, reply) => {
    admission.admit(request, false)
    const { logout_token: token } = await parseBody(request.body, request.headers['content-type'])
    let fault: FailedSignIn | undefined
    await attempts.cheap({ ip: request.ip, login: undefined }, async () => {
      const ended = await organisation.loggedOut(typeof token === 'string' ? token : '')
      if ('fault' in ended) {
        fault = ended
        return ended.fault === 'invalid' ? undefined : ended
      }
      await options.store.identities.logOut(ended)
      return ended
    })
    reply.headers(unkept)
    if (fault === undefined) return reply.status(200).send()
    request.log.warn({ fault: fault.fault, why: fault.why }, 'sign-out by the organisation')
    return reply
      .status(fault.fault === 'invalid' ? 400 : 503)
      .send({ error: 'invalid_request', error_description: 'The logout token does not hold.' })
  }
}

/** Builds the sign-in through an organisation of an application; undefined if it has none. */
export function oidcSignInHandlersOf(
  services: AppServices,
  pages: PageResponder,
): OidcSignInHandlers | undefined {
  const { oidc: settings, organisation, baseUrl } = services.options
  if (settings === undefined || organisation === undefined) return undefined
  const redirectUri = callbackAddress(baseUrl)
  const parts = { services, pages, organisation, settings }
  return {
    begin: beginning(parts, redirectUri),
    complete: completing(parts, redirectUri),
    logOut: loggingOut(parts),
  }
}

interface SignInRoutes {
  readonly bodies: BodyAdmission
  readonly roots: AppServices['roots']
  readonly signIn: OidcSignInHandlers | undefined
  decorated(request: FastifyRequest, reply: FastifyReply): void
}

/** Adds the addresses of the sign-in to an application that has it: below every root, and one for the issuer to lead back to. */
export function addOidcSignIn(
  app: FastifyInstance,
  { roots, signIn, bodies, decorated }: SignInRoutes,
): void {
  if (signIn === undefined) return
  const add = (url: string, handle: Handler, method: 'GET' | 'POST' = 'GET') =>
    app.route({
      method,
      // HEAD would use up what the issuer sent.
      exposeHeadRoute: false,
      url,
      async onRequest(request, reply) {
        if (hasBody(request)) bodies.admitForm(request, reply)
      },
      async handler(request, reply) {
        decorated(request, reply)
        return handle(request, reply)
      },
    })
  for (const prefix of roots.served) add(`${prefix}/signin/oidc`, signIn.begin)
  add(`${roots.prefixes[0]}/signin/oidc/callback`, signIn.complete)
  add(`${roots.prefixes[0]}/signin/oidc/logout`, signIn.logOut, 'POST')
}
