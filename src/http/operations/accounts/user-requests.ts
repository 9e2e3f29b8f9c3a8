/** The args of the operations on users, and what proves that users change their own account. */
import type { OwnChangeProof } from '../../../actions/accounts/changing.ts'
import { passwordMatchesHash } from '../../../actions/accounts/secrets.ts'
import type { Context } from '../../../api/context.ts'
import { refusalProblem } from '../../../api/policy.ts'
import type { ArgsMode } from '../../../contract/arg.ts'
import type { accountOperations } from '../../../contract/operations/accounts/own-account.ts'
import {
  type UserArgsByOperation,
  type UserOperationName,
  userArgsByOperation,
} from '../../../contract/operations/accounts/users.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import type { Session } from '../../../store/store.ts'
import type { CredentialTools } from '../../auth/credentials.ts'
import { addressRateKey } from '../../auth/rate-limiter.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'

export type AccountOperationName = (typeof accountOperations)[number]['action']

/** A request about a user: `id` is the id in its path. */
export interface RequestAboutUser {
  readonly id: number
  readonly request: ApiRequest
  readonly context: Context
  /** The client's IP address. */
  readonly ip: string
  /** The session that the request comes with. */
  readonly session: Session | undefined
}

export type RequestAboutUserHandler = (given: RequestAboutUser) => Promise<object>

/** The args of a request. Throws 400. */
export const argsOfRequestAboutUser = async <A extends UserOperationName, M extends ArgsMode>(
  { request }: RequestAboutUser,
  action: A,
  mode: M,
) => parseArgs<UserArgsByOperation[A], M>(userArgsByOperation[action], await sentArgs(request), mode)

/** The proof that users change their own account; `sendsMail` where a mail server can ask for confirmations. Wrong passwords count as failed sign-ins. */
export function identityProof(
  { context, ip, session }: RequestAboutUser,
  { attempts }: CredentialTools,
  sent: { readonly current_password?: unknown; readonly code?: unknown },
  sendsMail = false,
): OwnChangeProof {
  const { store, actor } = context
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    current: textOf(sent.current_password),
    code: textOf(sent.code),
    sendsMail,
    session: session?.secret,
    async proves(password) {
      const right = await attempts.expensive({ ip, login: actor.login }, async () => {
        const hash = await store.sessions.passwordOf(actor.login)
        return (await passwordMatchesHash(password, hash, addressRateKey(ip))) || undefined
      })
      return right === true
    },
  }
}

/** Throws 401 or 403 for anyone but the user. In local mode the administrator has no account, and so has the id of no user. */
export function refuseUnlessSelf({ id, context: { actor } }: RequestAboutUser): void {
  if (actor.id === 0 || actor.id !== id) throw refusalProblem(actor)
}
