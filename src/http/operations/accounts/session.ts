/** The session operations: sign in, read the session, sign out (contract §5). */
import type { FastifyRequest } from 'fastify'
import { hasSecondFactor, trySecondFactorCode } from '../../../actions/accounts/second-factor.ts'
import { passwordMatchesHash } from '../../../actions/accounts/secrets.ts'
import { type SessionOperationName, signInArgs } from '../../../contract/operations.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { pick } from '../../../contract/table-of.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import { because, Problem } from '../../../problem.ts'
import type { Membership, Session, Store } from '../../../store/store.ts'
import type { Caller, CredentialTools } from '../../auth/credentials.ts'
import { addressRateKey } from '../../auth/rate-limiter.ts'
import { callbackAddress } from '../../auth/sign-in-cookie.ts'
import { bearerChallengeHeaders, csrfToken } from '../../auth/web-sessions.ts'
import type { AppOptions } from '../../options.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { parseBody, type RawArgs } from '../../request/raw-args.ts'
import type { Exchange, OperationHandlers } from '../handler.ts'
import { passwordUseRuleOf } from './password-rule.ts'

const membershipNames = ['id', 'name', 'slug', 'main', 'role'] as const

type Named = Caller['actor'] & Partial<Pick<Session, 'display_name' | 'language'>>

const represented = (
  { id, login, role, display_name, language = '' }: Named | Session,
  groups: readonly Membership[],
  session: Session | undefined,
) => ({
  user: { id, login, display_name: display_name || login, language, role },
  groups: groups.map((group) => pick(group, membershipNames)),
  csrf_token: session === undefined ? null : csrfToken(session),
})

/** The user agent of a sign-in, by which users tell their sessions apart. */
const agentOf = ({ headers }: Exchange['request']) => headers['user-agent'] ?? ''

const shownOf = (own: Pick<Session, 'display_name' | 'language'> | undefined) =>
  own && { display_name: own.display_name, language: own.language }

/** Returns the state of the second factor at a sign-in with the right password. Throws 403 for a suspended user. */
async function secondFactor(store: Store, login: string, code: string | undefined, moment: Moment) {
  const user = (await store.accounts.users()).find((one) => one.login === login.toLowerCase())
  if (user?.suspended) throw new Problem('rest_suspended')
  if (user === undefined || !(await hasSecondFactor(store, user.id))) return 'none'
  if (code === undefined) return 'missing'
  return (await trySecondFactorCode(store, user.id, code, moment)) ? 'right' : 'wrong'
}

/** Returns the login of the user with an e-mail address; any other name as it is. Logins contain no “@”. */
async function loginMeant(store: Store, name: string): Promise<string> {
  if (!name.includes('@')) return name
  const [user] = await store.mail.usersNamed(name)
  return user?.login ?? name
}

type SignIn = ReturnType<typeof signInOf>

const signInOf = (sent: RawArgs) => parseArgs(signInArgs, sent, 'create')

/** Begins a session, if the password and the code are right. Returns `missing` without the code that is needed. */
async function begun({ login, password, code }: SignIn, { context }: ApiRequest, request: FastifyRequest) {
  const { store, moment } = context
  const hash = await store.sessions.passwordOf(login)
  const isRight = await passwordMatchesHash(password, hash, addressRateKey(request.ip))
  if (!isRight || hash === undefined) return undefined
  const second = await secondFactor(store, login, code, moment)
  if (second === 'wrong') return undefined
  if (second === 'missing') return second
  return store.sessions.begin(login, hash, moment, agentOf(request))
}

/** Returns the session of a sign-in. Throws 400, 401, 403, 429 or 503. */
async function signedIn(
  apiRequest: ApiRequest,
  { request }: Exchange,
  { attempts, sessions }: CredentialTools,
): Promise<Session> {
  sessions.allowOrigin(request)
  // Only from the body: URLs are stored in logs and browser histories.
  const asked = signInOf(await parseBody(request.body, request.headers['content-type']))
  // Before tries are counted: both names of a user count as one.
  const sent = { ...asked, login: await loginMeant(apiRequest.context.store, asked.login) }
  const session = await attempts.expensive({ ip: request.ip, login: sent.login }, () =>
    begun(sent, apiRequest, request),
  )
  if (session === 'missing') throw new Problem('second_factor_required', { headers: bearerChallengeHeaders })
  if (session !== undefined) return session
  throw new Problem('rest_invalid_credentials', {
    ...because('wrong_sign_in'),
    headers: bearerChallengeHeaders,
  })
}

/** Builds the session operations over one store. The cookie is set as a header only, so that no envelope contains it. */
export function sessionHandlers(
  options: AppOptions,
  credentials: CredentialTools,
): OperationHandlers<SessionOperationName> {
  const { store, baseUrl, signIn, organisation } = options
  const { sessions } = credentials
  const passwords = passwordUseRuleOf(options)
  return {
    async 'sign-in'(apiRequest, exchange) {
      passwords.allowAny()
      const session = await signedIn(apiRequest, exchange, credentials)
      exchange.reply.header('Set-Cookie', sessions.keep(session, apiRequest.context.moment))
      const groups = await store.members.of(session.id)
      return { status: 201, body: represented(session, groups, session) }
    },
    async 'who-am-i'(_apiRequest, { caller: { actor, session } }) {
      if (actor.role === 'anonymous')
        throw new Problem('rest_not_logged_in', { headers: bearerChallengeHeaders })
      const headers = { 'Cache-Control': 'private, no-store' }
      const own = session ?? (await store.accounts.users()).find(({ id }) => id === actor.id)
      const groups = await store.members.of(actor.id)
      return { status: 200, headers, body: represented({ ...actor, ...shownOf(own) }, groups, session) }
    },
    async 'sign-out'(_apiRequest, { reply, caller: { session } }) {
      if (session === undefined)
        throw new Problem('rest_not_logged_in', {
          ...because('no_session_cookie'),
          headers: bearerChallengeHeaders,
        })
      const { idToken } = await store.sessions.end(session.secret)
      reply.header('Set-Cookie', sessions.cleared)
      const end_session_url =
        idToken === undefined || signIn === undefined
          ? undefined
          : await organisation?.endOf(idToken, callbackAddress(baseUrl, signIn.protocol))
      return { status: 200, body: { signed_out: true, ...(end_session_url && { end_session_url }) } }
    },
  }
}
