/** Who may have a password (contract §17): nobody while passwords are off, and no user whom an organisation signs in. */
import { because, Problem } from '../../../problem.ts'
import type { AppOptions } from '../../options.ts'

/** The rule of one application. */
interface PasswordRule {
  /** Throws 403 while passwords are off. */
  allowAny(): void
  /** Throws 403 while passwords are off, and for a user whom an organisation signs in. */
  allowFor(userId: number): Promise<void>
}

/** Returns the rule of an application. */
export function passwordUseRuleOf({
  passwords,
  signIn,
  store,
}: Pick<AppOptions, 'passwords' | 'signIn' | 'store'>): PasswordRule {
  const allowAny = () => {
    if (!passwords) throw new Problem('rest_passwords_off')
  }
  return {
    allowAny,
    async allowFor(id) {
      allowAny()
      if (signIn === undefined || !(await store.identities.has({ id }))) return
      throw new Problem('rest_passwords_off', because('signed_in_elsewhere'))
    },
  }
}
