/** The session operations: sign in, read the session, sign out (contract §5). */
import { isUsersPassword } from '../../actions/accounts/secrets.ts'
import type { SessionAction } from '../../contract/operations.ts'
import { Problem } from '../../problem.ts'
import type { Session, Store } from '../../store/store.ts'
import type { Caller, Credentials } from '../auth/credentials.ts'
import { addressName } from '../auth/rate-limiter.ts'
import { challenge, csrfToken } from '../auth/web-sessions.ts'
import { type ApiRequest, parseArgs } from '../request/api-request.ts'
import { bodyOf } from '../request/raw-args.ts'
import type { Exchange, OperationHandlers } from './handler.ts'

const represented = ({ id, login, role }: Caller['actor'] | Session, session: Session | undefined) => ({
  user: { id, login, role },
  csrf_token: session === undefined ? null : csrfToken(session),
})

/** Builds the session operations over one store. The cookie is set as a header only, so that no envelope contains it. */
export function sessionOperations(
  store: Store,
  { attempts, sessions }: Credentials,
): OperationHandlers<SessionAction> {
  async function signedIn({ operation, context }: ApiRequest, { request }: Exchange): Promise<Session> {
    sessions.allowOrigin(request)
    // Only from the body: URLs are stored in logs and browser histories.
    const sent = await bodyOf(request.body, request.headers['content-type'])
    const values = parseArgs(operation.args, sent, 'create')
    const [login, password] = [String(values.login), String(values.password)]
    const session = await attempts.expensive({ ip: request.ip, login }, async () => {
      const hash = await store.sessions.passwordOf(login)
      const isRight = await isUsersPassword(password, hash, addressName(request.ip))
      return isRight && hash !== undefined ? store.sessions.begin(login, hash, context.moment) : undefined
    })
    if (session !== undefined) return session
    throw new Problem('rest_invalid_credentials', {
      message: 'These credentials are not valid. Check the login and the password.',
      headers: challenge,
    })
  }
  return {
    async 'sign-in'(apiRequest, exchange) {
      const session = await signedIn(apiRequest, exchange)
      exchange.reply.header('Set-Cookie', sessions.keep(session, apiRequest.context.moment))
      return { status: 201, body: represented(session, session) }
    },
    async 'who-am-i'(_apiRequest, { caller: { actor, session } }) {
      if (actor.role === 'anonymous') throw new Problem('rest_not_logged_in', { headers: challenge })
      const headers = { 'Cache-Control': 'private, no-store' }
      return { status: 200, headers, body: represented(actor, session) }
    },
    async 'sign-out'(_apiRequest, { reply, caller: { session } }) {
      if (session === undefined)
        throw new Problem('rest_not_logged_in', {
          message: 'The request has no session cookie, so there is no session to end.',
          headers: challenge,
        })
      await store.sessions.end(session.secret)
      reply.header('Set-Cookie', sessions.cleared)
      return { status: 200, body: { signed_out: true } }
    },
  }
}
