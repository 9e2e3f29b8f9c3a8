/** The form values of a calendar subscription, and the request body built from them. */
import { withScheme } from '../../../domain/typed/web-address.ts'
import { t } from '../words/index.ts'
import type { Subscription } from './subscriptions.ts'

export interface SubscriptionDraft {
  readonly address: string
  readonly user: string
  readonly password: string
  readonly isLoginRemoved: boolean
  readonly every: string
  /** The names of the categories, separated by commas. */
  readonly categories: string
  readonly prune: boolean
}

/** Returns the form values of a subscription, or of a new one. The login can only be written, so its fields are empty at first. */
export function subscriptionDraft(subscription: Subscription | undefined): SubscriptionDraft {
  const { address = '', every = '6h', categories = [], prune = false } = subscription ?? {}
  const names = categories.join(', ')
  return { address, user: '', password: '', isLoginRemoved: false, every, categories: names, prune }
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function loginOf({ user, password, isLoginRemoved }: SubscriptionDraft): { readonly login?: string | null } {
  if (isLoginRemoved) return { login: null }
  return user === '' ? {} : { login: `${user}:${password}` }
}

/** Returns the body that adds a subscription, or the changes to `before`. */
export function subscriptionBody(
  draft: SubscriptionDraft,
  before: Subscription | undefined,
): Readonly<Record<string, unknown>> {
  const { every, prune } = draft
  const [address, categories] = [withScheme(draft.address), namesIn(draft.categories)]
  const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
  return {
    ...(address !== before?.address && { address }),
    ...(every !== before?.every && { every }),
    ...((before === undefined || !isSame(categories, before.categories)) && { categories }),
    ...(prune !== before?.prune && { prune }),
    ...loginOf(draft),
  }
}

/** Returns the fault of the login: a password without a user name, which is never sent, so that the service can't refuse it. */
export const loginFault = ({ user, password }: SubscriptionDraft): string | undefined =>
  user === '' && password !== '' ? t('subscription.user.missing') : undefined
