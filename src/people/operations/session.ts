/** Signing in and out, and who is signed in (contract §5). The cookie is a header alone, which no envelope has. */
import { answer, cookieAnswer, named } from '../../api/answer.ts'
import { serviceOperation } from '../../api/operation.ts'
import { everyone } from '../../api/who.ts'
import { markedAsExtension, optional, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { signInExample } from '../../contract/openapi/body-examples.ts'
import { groupRoles } from '../../contract/operations/accounts/account-names.ts'
import { groupFields } from '../../contract/resources/fields/other-fields.ts'
import {
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
} from '../../contract/shape.ts'
import { pick } from '../../contract/table-of.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { because, Problem } from '../../problem.ts'
import type { Membership, Session, UserAndRoles } from '../../store/store.ts'
import { bearerChallengeHeaders, csrfToken, signIn } from '../sessions.ts'
import { requirePasswords } from '../signing-in.ts'

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
