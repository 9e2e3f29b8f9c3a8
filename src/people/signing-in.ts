/** How people sign in to a service: what its sign-in needs from outside, and who may have a password (contract §5, §17). */
import type { Outside } from '../api/outside.ts'
import type { OrganisationRules } from '../oidc/settings.ts'
import { because, Problem } from '../problem.ts'
import type { Store } from '../store/store.ts'
import type { AuthenticationAttemptLimiter } from './attempts.ts'
import type { SessionCookies } from './sessions.ts'

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
