import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import {
  namesOfClaims,
  type OrganisationRules,
  type OrganisationSettings,
  parseRoleRules,
  personFromClaims,
  rolesByRules,
  siteRoleAfterSignIn,
} from '../../oidc/rules.ts'
import type { FailedSignIn, SignedInPerson, SignInOutcome, SignInService } from '../../oidc/sign-in.ts'
import type { SignInRefusal } from '../../representations/html/site/problem-page.ts'
import type { OrganisationSignInRefusal, Session } from '../../store/store.ts'
import { isInterfaceLanguageCode } from '../../words/languages.ts'
import { type BegunSignIn, callbackAddress, makeSignInCookieReaderAndSetter } from '../auth/cookies.ts'
import type { AppOptions } from '../options.ts'
import { parseBody } from '../request/body.ts'
import { hasBody } from '../request/body-admission.ts'
import { emptyQuery, pathParamsOfRequest, queryOfUrl } from '../request/query.ts'
import { sendResponse } from '../response/send.ts'
import type { AppServices } from '../services.ts'
import type { PageResponder } from './pages.ts'
import type { Handling } from './routes.ts'

// What becomes of people whom an organisation signs in, by whichever protocol: a session with their roles of now, or a refusal.

/** So many rules that missed are told. */
const MOST_RULES = 100

/** Returns a digest of a person's name at the issuer: operators recognise somebody by it who comes again, and nobody else is told who it is. */
const digestOf = ({ issuer, subject }: SignedInPerson): string =>
  createHash('sha256').update(`${issuer} ${subject}`).digest('hex').slice(0, 16)

/** Returns the function that begins the session of a person, and tells the log why it does not. */
function organisationEntryOf(
  { store, now }: Pick<AppOptions, 'store' | 'now'>,
  settings: OrganisationRules,
): (
  signedIn: SignedInPerson,
  request: Pick<FastifyRequest, 'headers' | 'log'>,
) => Promise<Session | OrganisationSignInRefusal> {
  return async (signedIn, { headers, log }) => {
    const { sources, idToken, sid } = signedIn
    const deskRules = parseRoleRules(await store.identities.rules()) ?? []
    const rules = [...settings.rules, ...deskRules]
    const given = rolesByRules(rules, sources)
    const refusal = {
      subject: digestOf(signedIn),
      claims: namesOfClaims(sources),
      rules: given.missed.slice(0, MOST_RULES),
    }
    const { outcome, unknownGroups } = await store.identities.enter(
      {
        person: personFromClaims(sources, signedIn, settings),
        links: settings.links,
        groups: given.groups,
        roleOf: (known) => siteRoleAfterSignIn(given, { ...settings, deskRules }, known),
        refusedRole: 'subscriber',
        agent: headers['user-agent'] ?? '',
        idToken,
        sid,
        refusal,
        seconds: settings.session,
      },
      now(),
    )
    if (unknownGroups.length > 0)
      log.warn({ groups: unknownGroups }, 'rules for roles name groups that there are not')
    if (outcome === 'refused') {
      log.info(refusal, 'sign-in refused: no rule gives this person a role')
      const named = new Set(rules.map(({ claim }) => claim.split('.')[0] ?? ''))
      const values = sources.map((claims) => Object.entries(claims).filter(([name]) => named.has(name)))
      log.debug({ values: Object.fromEntries(values.flat()) }, 'values of the claims that rules name')
    }
    if (outcome === 'suspended')
      log.info({ subject: refusal.subject }, 'sign-in refused: the account is suspended')
    return outcome
  }
}

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
  const isPage = !url.pathname.startsWith('//') && !/\/signin\/(oidc|saml)(\/|$)/.test(url.pathname)
  return isBelow && isPage ? `${url.pathname}${url.search}${url.hash}` : desk
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The parts of an application that signs people in through their organisation. */
interface SignInParts {
  readonly services: AppServices
  readonly pages: PageResponder
  readonly organisation: SignInService
  readonly settings: OrganisationSettings
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

/** Returns what the issuer sent with the browser: in the query, or in a form. */
async function sentBack({ method, url, body, headers }: FastifyRequest): Promise<URLSearchParams> {
  const [, query = ''] = url.split('?')
  if (method === 'GET') return new URLSearchParams(query)
  const { SAMLResponse } = await parseBody(body, headers['content-type'])
  return new URLSearchParams(typeof SAMLResponse === 'string' ? { SAMLResponse } : {})
}

/** Returns the function that completes a sign-in at the issuer. A token that does not hold counts as a failed sign-in of the address. */
function completion({ services, organisation }: SignInParts, redirectUri: string) {
  const { attempts } = services.admission.credentials
  const { identities } = services.options.store
  const completed = async (sent: URLSearchParams, begun: BegunSignIn): Promise<SignInOutcome> => {
    const outcome = await organisation.complete(redirectUri, sent, begun)
    if ('fault' in outcome || outcome.once === undefined) return outcome
    const isFirst = await identities.isFirstUse(outcome.once, services.options.now())
    return isFirst ? outcome : { fault: 'invalid', why: 'the assertion was used before' }
  }
  return async (ip: string, sent: URLSearchParams, begun: BegunSignIn): Promise<SignInOutcome> => {
    let outcome: SignInOutcome = { fault: 'invalid', why: 'no attempt' }
    await attempts.cheap({ ip, login: undefined }, async () => {
      outcome = await completed(sent, begun)
      return 'fault' in outcome && outcome.fault === 'invalid' ? undefined : outcome
    })
    return outcome
  }
}

const cookieOf = ({ services: { options }, settings }: SignInParts) =>
  makeSignInCookieReaderAndSetter(options.baseUrl, settings.protocol, options.store.proposals.key)

function beginning(parts: SignInParts, redirectUri: string): Handler {
  const { organisation, services } = parts
  const { options, admission } = services
  const [cookie, refused] = [cookieOf(parts), refuserOf(parts)]
  return async (request, reply) => {
    admission.admit(request, false)
    const { language = '' } = pathParamsOfRequest(request)
    const query = queryOfUrl(request.url)
    const begun = await organisation.begin(redirectUri, query.text('other') !== undefined)
    if ('fault' in begun) {
      logFailure(request, begun)
      return refused(begun.fault === 'setup' ? 'setup' : 'away', language, { request, reply })
    }
    const leadsTo = query.text('return') ?? ''
    const kept = { ...begun.secrets, leadsTo: returnPath(leadsTo, options.baseUrl, language), language }
    return redirected(reply.header('Set-Cookie', await cookie.keep(kept)), begun.address)
  }
}

function completing(parts: SignInParts, redirectUri: string): Handler {
  const { options, admission } = parts.services
  const cookie = cookieOf(parts)
  const [refused, complete, enter] = [
    refuserOf(parts),
    completion(parts, redirectUri),
    organisationEntryOf(options, parts.settings),
  ]
  return async (request, reply) => {
    admission.admit(request, false)
    // An answer of SAML comes in a form alone: a link of another site completes nothing.
    const answers =
      request.method === 'POST'
        ? ['SAMLResponse']
        : parts.settings.protocol === 'saml'
          ? []
          : ['code', 'error']
    const sent = await sentBack(request)
    // The issuer leads back here after a sign-out, too: it knows no other address of this service.
    if (!answers.some((name) => sent.has(name))) return redirected(reply, returnPath('', options.baseUrl, ''))
    const begun = await cookie.read(request.headers.cookie)
    reply.header('Set-Cookie', cookie.cleared)
    const language = isInterfaceLanguageCode(begun?.language ?? '') ? (begun?.language ?? '') : ''
    const exchange = { request, reply }
    if (begun === undefined) return refused('invalid', language, exchange)
    const outcome = await complete(request.ip, sent, begun)
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
function loggingOut(
  { options, admission }: AppServices,
  loggedOut: NonNullable<SignInService['loggedOut']>,
): Handler {
  const { attempts } = admission.credentials
  return async (request, reply) => {
    admission.admit(request, false)
    const { logout_token: token } = await parseBody(request.body, request.headers['content-type'])
    let fault: FailedSignIn | undefined
    await attempts.cheap({ ip: request.ip, login: undefined }, async () => {
      const ended = await loggedOut(typeof token === 'string' ? token : '')
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

function describing({ admission }: AppServices, metadata: string): Handler {
  return async (request, reply) => {
    admission.admit(request, false)
    return reply
      .headers({ 'Content-Type': 'application/samlmetadata+xml; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(metadata)
  }
}

/** The longest form of an organisation in bytes: an answer has the certificate, and the names of all groups of a person. */
const LONGEST_FORM = 262_144

/** Adds the addresses of the sign-in to an application that has it: below every root, and one for the issuer to lead back to. */
export function addOrganisationSignIn(
  app: FastifyInstance,
  { services, pages, bodies, decorated }: Handling,
): void {
  const { options, roots } = services
  const { signIn: settings, organisation } = options
  if (settings === undefined || organisation === undefined) return
  const { protocol } = settings
  const redirectUri = callbackAddress(options.baseUrl, protocol)
  const parts = { services, pages, organisation, settings }
  const add = (url: string, handle: Handler, method: 'GET' | 'POST' = 'GET') =>
    app.route({
      method,
      // HEAD would use up what the issuer sent.
      exposeHeadRoute: false,
      url,
      async onRequest(request, reply) {
        if (hasBody(request)) bodies.admitForm(request, reply, LONGEST_FORM)
      },
      async handler(request, reply) {
        decorated(request, reply)
        return handle(request, reply)
      },
    })
  const begin = beginning(parts, redirectUri)
  for (const prefix of roots.served) add(`${prefix}/signin/${protocol}`, begin)
  const own = `${roots.prefixes[0]}/signin/${protocol}`
  // The issuer leads back here, after a sign-out as well.
  const complete = completing(parts, redirectUri)
  add(`${own}/callback`, complete)
  if (protocol === 'saml') add(`${own}/callback`, complete, 'POST')
  const { loggedOut, metadata } = organisation
  // Where the issuer says that somebody signed out there, and what it reads of this service.
  if (loggedOut !== undefined) add(`${own}/logout`, loggingOut(services, loggedOut), 'POST')
  if (metadata !== undefined) add(`${own}/metadata`, describing(services, metadata(redirectUri)))
}
