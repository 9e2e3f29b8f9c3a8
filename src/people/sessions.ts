/** Web sessions (contract §5): how one begins, and what proves that a page may write with it. */

import { createHmac } from 'node:crypto'
import { passwordMatchesHash } from '../actions/writing/preparing.ts'
import { answer, changedAnswer, cookieAnswer, named, versionOfContent } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { type SentRequest, serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { administrators, everyone } from '../api/permission.ts'
import { markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { signInExample } from '../contract/openapi/examples.ts'
import { groupRoles } from '../contract/operations/account-names.ts'
import { groupFields } from '../contract/resources/fields/other-fields.ts'
import {
  booleanShape,
  choiceShape,
  constantShape,
  integerShape,
  listShape,
  objectShape,
  optionalShape,
  type Shape,
  sameShapeByName,
  textShape,
  webAddressShape,
} from '../contract/shape.ts'
import { pick } from '../contract/table-of.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import {
  isRuleOfRoleInGroup,
  makesAdministrators,
  type OrganisationRules,
  parsedRoleRules,
  type RoleRule,
} from '../oidc/rules.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { Membership, Session, Store, UserAndRoles } from '../store/store.ts'
import { addressRateKey, newRateCounter, tooOftenProblem } from '../support/rate-limiter.ts'
import { hasSecondFactor, refuseTokens, trySecondFactorCode } from './users.ts'

// Authentication attempts (contract §5): at most ten failures a minute for one address or one login.

const MAX_FAILURES = 10
/** Retry-After in seconds, for an attempt that is refused because of others in progress. */
const UNDER_WAY = 1

/** An attempt to authenticate. */
export interface SignInAttempt {
  /** The client's IP address. */
  readonly ip: string
  /** The login, if the client sent one. */
  readonly login: string | undefined
}

/** Runs a check, and counts a failure if it returns undefined. Throws 429 after too many failures. */
type Checking = <T>(attempt: SignInAttempt, check: () => Promise<T | undefined>) => Promise<T | undefined>

const namesOf = ({ ip, login }: SignInAttempt): readonly string[] => [
  addressRateKey(ip),
  ...(login === undefined ? [] : [`login ${login.slice(0, 100).toLowerCase()}`]),
]

/** How many attempts are in progress, by name. */
function underWay() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add(name: string, change: 1 | -1) {
      const count = (counts.get(name) ?? 0) + change
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}

/** New, empty counts. `elapsed` returns the seconds of a monotonic clock. `failed` is called with each attempt that failed. */
export function newAuthenticationAttemptLimiter(
  elapsed: () => number,
  failed: (attempt: SignInAttempt) => void,
) {
  const failures = newRateCounter(MAX_FAILURES)
  const running = underWay()
  const allow = (names: readonly string[]) => {
    for (const name of names) failures.allow(name, elapsed())
  }
  /** For cheap checks: any number may run at the same time. */
  const cheap: Checking = async (attempt, check) => {
    const names = namesOf(attempt)
    allow(names)
    const found = await check()
    // Checked again: of many concurrent attempts, at most ten may learn their result.
    allow(names)
    if (found !== undefined) return found
    for (const name of names) failures.count(name, elapsed())
    failed(attempt)
    return undefined
  }
  /** For slow checks: a check in progress counts as a failure until it succeeds. */
  const expensive: Checking = async (attempt, check) => {
    const names = namesOf(attempt)
    allow(names)
    const isFull = (name: string) => failures.countOf(name, elapsed()) + running.of(name) >= MAX_FAILURES
    if (names.some(isFull)) throw tooOftenProblem(UNDER_WAY)
    for (const name of names) running.add(name, 1)
    try {
      return await cheap(attempt, check)
    } finally {
      for (const name of names) running.add(name, -1)
    }
  }
  return { cheap, expensive }
}

/** The failure counts of one application, for all kinds of credentials together. */
export type AuthenticationAttemptLimiter = ReturnType<typeof newAuthenticationAttemptLimiter>

export interface SessionCookies {
  /** Throws 403 for a page of another origin than those that are trusted. */
  allowOrigin(origin: string | undefined): void
  /** The Set-Cookie header that stores a session's cookie until the session expires. */
  keep(session: Session, moment: Moment): string
  /** The Set-Cookie header that deletes the cookie. */
  readonly cleared: string
}

/** Bearer only: a Basic challenge would open the browser's own login dialog. */
export const bearerChallengeHeaders = { 'WWW-Authenticate': 'Bearer realm="Fasti"' } as const

/** The CSRF token of a session: it proves that the page sending a write can read responses. Derived from the session's secret. */
export function csrfToken({ secret }: Pick<Session, 'secret'>): string {
  return createHmac('sha256', secret).update('X-CSRF-Token').digest('base64url')
}

/** A sign-in, as sent. */
interface SignIn {
  readonly login: string
  readonly password: string
  readonly code?: string | undefined
}

type Given = Pick<Context, 'store' | 'moment'> &
  Pick<Outside, 'signingIn'> & { readonly request: Pick<SentRequest, 'ip' | 'headers'> }

/** Returns the login of the user with an e-mail address; any other name as it is. Logins contain no “@”. */
async function loginMeant(store: Store, name: string): Promise<string> {
  if (!name.includes('@')) return name
  const [user] = await store.mail.usersNamed(name)
  return user?.login ?? name
}

/** Returns the state of the second factor at a sign-in with the right password. Throws 403 for a suspended user. */
async function secondFactor({ login, code }: SignIn, { store, moment }: Given) {
  const user = (await store.accounts.users()).find((one) => one.login === login.toLowerCase())
  if (user?.suspended) throw new Problem('rest_suspended')
  if (user === undefined || !(await hasSecondFactor(store, user.id))) return 'none'
  if (code === undefined) return 'missing'
  return (await trySecondFactorCode(store, user.id, code, moment)) ? 'right' : 'wrong'
}

/** Begins a session, if the password and the code are right. Returns `missing` without the code that is needed. */
async function begun(sent: SignIn, given: Given) {
  const { store, moment, request } = given
  const { login, password } = sent
  const hash = await store.sessions.passwordOf(login)
  const isRight = await passwordMatchesHash(password, hash, addressRateKey(request.ip))
  if (!isRight || hash === undefined) return undefined
  const second = await secondFactor(sent, given)
  if (second === 'wrong') return undefined
  if (second === 'missing') return second
  // The user agent, by which users tell their sessions apart.
  return store.sessions.begin(login, hash, moment, request.headers['user-agent'] ?? '')
}

/** Returns the session of a sign-in. Throws 401, 403, 429 or 503. */
async function signIn(asked: SignIn, given: Given): Promise<Session> {
  const { store, signingIn, request } = given
  // Before tries are counted: both names of a user count as one.
  const sent = { ...asked, login: await loginMeant(store, asked.login) }
  const attempt = { ip: request.ip, login: sent.login }
  const session = await signingIn.attempts.expensive(attempt, () => begun(sent, given))
  if (session === 'missing') throw new Problem('second_factor_required', { headers: bearerChallengeHeaders })
  if (session !== undefined) return session
  throw new Problem('rest_invalid_credentials', {
    ...because('wrong_sign_in'),
    headers: bearerChallengeHeaders,
  })
}

// How people sign in to a service: what its sign-in needs from outside, and who may have a password (contract §5, §17).

declare module '../api/outside.ts' {
  interface Outside {
    readonly signingIn: SigningIn
    /** The name of the calendar. */
    readonly siteName: string
  }
}

/** How people sign in. */
interface SigningIn {
  /** Whether passwords are taken. */
  readonly passwords: boolean
  /** What the organisation's people may do here; undefined without an organisation. */
  readonly organisation: OrganisationRules | undefined
  /** The address of the organisation, as configured; "" without one. */
  readonly issuer: string
  /** Returns the name of the organisation as it writes it; undefined without one, or while it is away. */
  issuerName(): Promise<string | undefined>
  /** Returns where a session at the organisation ends; undefined where it offers no such page, or is away. */
  endOf(idToken: string): Promise<string | undefined>
  /** Whether e-mail is sent. */
  readonly sendsMail: boolean
  readonly attempts: AuthenticationAttemptLimiter
  readonly sessions: SessionCookies
}

/** Throws 403 while passwords are off. */
export function requirePasswords({ signingIn }: Pick<Outside, 'signingIn'>): void {
  if (!signingIn.passwords) throw new Problem('rest_passwords_off')
}

/** What is known of how a user signs in. */
interface Known extends Pick<Outside, 'signingIn'> {
  readonly store: Pick<Store, 'identities'>
}

/** Throws 403 while passwords are off, and for a user whom an organisation signs in. */
export async function requirePasswordOf(id: number, { signingIn, store }: Known): Promise<void> {
  requirePasswords({ signingIn })
  if (signingIn.organisation === undefined || !(await store.identities.has({ id }))) return
  throw new Problem('rest_passwords_off', because('signed_in_elsewhere'))
}

// Signing in and out, and who is signed in (contract §5). The cookie is a header alone, which no envelope has.

const textOrNull: Shape<string | null> = { schema: { type: ['string', 'null'] } }

const current = named('Session', {
  user: objectShape({
    id: integerShape,
    ...sameShapeByName(textShape, 'login', 'display_name', 'language', 'role'),
  }),
  groups: listShape(
    objectShape({
      id: integerShape,
      ...sameShapeByName(textShape, 'name', 'slug'),
      main: choiceShape(groupFields.main.choices),
      role: choiceShape(groupRoles),
    }),
  ),
  csrf_token: textOrNull,
  ends_in: optionalShape(integerShape),
})
const signedOut = named('SignedOut', {
  signed_out: constantShape(true),
  end_session_url: optionalShape(webAddressShape),
})

type Shown = UserAndRoles & Partial<Pick<Session, 'display_name' | 'language'>>

const shown = (
  { id, login, role, display_name, language = '' }: Shown,
  groups: readonly Membership[],
  session: Session | undefined,
  { now }: Moment,
) => ({
  user: { id, login, display_name: display_name || login, language, role },
  groups: groups.map((group) => pick(group, ['id', 'name', 'slug', 'main', 'role'])),
  csrf_token: session === undefined ? null : csrfToken(session),
  // Seconds, since clocks of browsers differ from that of the service.
  ...(typeof session?.ends_utc === 'number' && {
    ends_in: Math.max(0, session.ends_utc - epochOfInstant(now)),
  }),
})

const right = { scope: undefined, allows: everyone }

export const whoAmI = serviceOperation({
  route: 'GET /session',
  name: 'who-am-i',
  summary: 'Show the current user',
  args: {},
  answer: answer(current, 'The current user; in a session, also its csrf_token.'),
  right,
  problems: ['rest_not_logged_in'],
  async run({ store, moment, actor, request: { session } }) {
    if (actor.role === 'anonymous')
      throw new Problem('rest_not_logged_in', { headers: bearerChallengeHeaders })
    const own = session ?? (await store.accounts.users()).find(({ id }) => id === actor.id)
    const profile = own && { display_name: own.display_name, language: own.language }
    return shown({ ...actor, ...profile }, await store.members.of(actor.id), session, moment)
  },
})

export const signInWithPassword = serviceOperation({
  route: 'POST /session',
  name: 'sign-in',
  summary: 'Sign in',
  args: {
    login: markedAsExtension(required(kind.text(100))),
    password: markedAsExtension(required(kind.text(1000))),
    code: markedAsExtension(optional(kind.text(40))),
  },
  body: { schema: 'Credentials', example: signInExample },
  answer: cookieAnswer(current, 'The signed-in user. The response sets the session cookie.', 201),
  right,
  problems: ['rest_forbidden', 'second_factor_required', 'rest_passwords_off', 'rest_suspended'],
  rehearsal: 'none',
  ignoresSession: true,
  readsBodyAlone: true,
  async before({ request, ...outside }) {
    requirePasswords(outside)
    outside.signingIn.sessions.allowOrigin(request.headers.origin)
  },
  async run(given, sent) {
    const { store, moment, signingIn } = given
    const session = await signIn(sent, given)
    const result = shown(session, await store.members.of(session.id), session, moment)
    return { result, cookie: signingIn.sessions.keep(session, moment) }
  },
})

export const signOut = serviceOperation({
  route: 'DELETE /session',
  name: 'sign-out',
  summary: 'Sign out',
  args: {},
  answer: cookieAnswer(signedOut, 'The session has ended.'),
  right,
  problems: ['rest_not_logged_in', 'rest_forbidden'],
  rehearsal: 'none',
  needsSession: true,
  async run({ store, signingIn, request: { session } }) {
    if (session === undefined)
      throw new Problem('rest_not_logged_in', {
        ...because('no_session_cookie'),
        headers: bearerChallengeHeaders,
      })
    const { idToken } = await store.sessions.end(session.secret)
    const end_session_url = idToken === undefined ? undefined : await signingIn.endOf(idToken)
    const result = { signed_out: true as const, ...(end_session_url && { end_session_url }) }
    return { result, cookie: signingIn.sessions.cleared }
  },
})

// The rules by which people of the organisation get roles (contract §17).

const signInRules = named('SignInRules', {
  ...sameShapeByName(textShape, 'issuer', 'rules', 'default_role'),
  fixed_rules: listShape(textShape),
  ...sameShapeByName(booleanShape, 'links_by_email', 'trusts_email'),
})

const rulesRight = { scope: 'users', allows: administrators } as const

/** The rules, and how the organisation signs people in. */
async function shownRules({
  store,
  signingIn: { issuer, organisation },
}: Pick<Outside, 'signingIn'> & { readonly store: Pick<Store, 'identities'> }) {
  return {
    issuer,
    rules: await store.identities.rules(),
    fixed_rules: (organisation?.rules ?? []).map(({ written }) => written),
    default_role: organisation?.defaultRole ?? 'none',
    links_by_email: organisation?.links ?? false,
    trusts_email: organisation?.trustsEmail ?? false,
  }
}

/** Returns rules as they are kept, one a line. Throws 400 where one has no meaning, or where none for the site makes administrators. */
function rulesToKeep(text: string, fixed: readonly RoleRule[]): string {
  const parsed = parsedRoleRules(text)
  const wrong = parsed.find(([, rule]) => rule === undefined)
  if (wrong !== undefined) throw invalidParam('rules', because('not_a_role_rule', { rule: wrong[0] }))
  const kept = parsed.flatMap(([, rule]) => rule ?? [])
  // One rule for the site decides on everybody, also on those whom none names.
  const decides = !kept.every(isRuleOfRoleInGroup)
  if (decides && !makesAdministrators([...kept, ...fixed]))
    throw invalidParam('rules', because('no_rule_for_administrators'))
  return parsed.map(([written]) => written).join('\n')
}

const rulesVersion = { version: ({ rules }: { readonly rules: string }) => versionOfContent(rules) }

export const readSignIn = serviceOperation({
  route: 'GET /sign-in',
  name: 'read-sign-in',
  summary: 'Show how people sign in through the organisation',
  args: {},
  answer: answer(
    signInRules,
    'How people sign in through the organisation, and by which rules they get roles.',
    rulesVersion,
  ),
  right: rulesRight,
  run: shownRules,
})

export const changeSignIn = serviceOperation({
  route: 'PATCH /sign-in',
  name: 'change-sign-in',
  summary: 'Change the rules by which people of the organisation get roles',
  args: { rules: markedAsExtension(optional(kind.text(20_000))) },
  body: { schema: 'SignInRulesChanges', example: { rules: 'groups:institute-*=author@*' } },
  answer: changedAnswer(signInRules, 'The rules after the change.', rulesVersion),
  right: rulesRight,
  isConditional: true,
  before: async ({ actor }) => refuseTokens(actor, 'change who becomes an administrator'),
  async run(given, { rules }) {
    const { store, signingIn, request } = given
    const text =
      rules === undefined ? undefined : rulesToKeep(rules ?? '', signingIn.organisation?.rules ?? [])
    const check = (before: string) => request.requireVersion(versionOfContent(before))
    const before = await store.identities.rules()
    const isChanged = text !== undefined && text !== before
    if (isChanged) await store.identities.setRules(text, given, check)
    else check(before)
    return { result: await shownRules(given), isChanged }
  },
})
