/** Who may change an account, and what proves that users change their own (contract §14). */

import { passwordMatchesHash } from '../../actions/passwords/secrets.ts'
import type { Context } from '../../api/context.ts'
import type { SentRequest } from '../../api/operation.ts'
import type { Outside } from '../../api/outside.ts'
import { type Actor, refusalProblem, requireMayAdministerUser } from '../../api/policy.ts'
import { addressRateKey } from '../../support/rate-limiter.ts'
import type { OwnChangeProof } from './changing.ts'

/** A request about a user: `id` is the id in its path. */
interface AboutUser extends Pick<Context, 'actor'> {
  readonly id: number
}

const signedIn = ({ role }: Actor) => role !== 'anonymous'

/** The right of those who are signed in: whose account it is about decides further. */
export const ofSignedIn = { scope: 'users', allows: signedIn } as const

/** Throws 401 or 403 for anyone but the user and administrators. */
export async function ownOrAdministered({ id, actor }: AboutUser): Promise<void> {
  requireMayAdministerUser(actor, id)
}

/** Throws 401 or 403 for anyone but the user. In local mode the administrator has no account, and so has the id of no user. */
export async function ownAlone({ id, actor }: AboutUser): Promise<void> {
  if (actor.id === 0 || actor.id !== id) throw refusalProblem(actor)
}

type Given = Pick<Context, 'store' | 'actor'> &
  Pick<Outside, 'signingIn'> & { readonly request: Pick<SentRequest, 'ip' | 'session'> }

/** What was sent as a proof. */
interface SentProof {
  readonly current_password?: string | null | undefined
  readonly code?: string | null | undefined
}

/** The proof that users change their own account. Wrong passwords count as failed sign-ins. */
export function proofOf(sent: SentProof, { store, actor, signingIn, request }: Given): OwnChangeProof {
  const { ip, session } = request
  return {
    current: sent.current_password ?? undefined,
    code: sent.code ?? undefined,
    sendsMail: signingIn.sendsMail,
    session: session?.secret,
    async proves(password) {
      const right = await signingIn.attempts.expensive({ ip, login: actor.login }, async () => {
        const hash = await store.sessions.passwordOf(actor.login)
        return (await passwordMatchesHash(password, hash, addressRateKey(ip))) || undefined
      })
      return right === true
    },
  }
}
