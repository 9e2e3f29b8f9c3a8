/** Everything of users and subscribers that a store has besides the calendar. */
import type { Connection } from '../database/connection.ts'
import type { Store } from '../store.ts'
import { calendarSubscriptionsOf } from './calendar-subscriptions.ts'
import { emailChangesOf } from './email-changes.ts'
import { mailQueueOf } from './mail.ts'
import { secondFactorsOf } from './second-factors.ts'
import { feedLinksOf } from './secret-feeds.ts'
import { secretLinksOf } from './secret-links.ts'
import { sessionsOf } from './sessions.ts'
import { accountsOf } from './users.ts'

type Parts =
  | 'accounts'
  | 'sessions'
  | 'subscriptions'
  | 'feedLinks'
  | 'secretLinks'
  | 'emailChanges'
  | 'secondFactors'
  | 'mail'

/**
 * Returns the parts over one connection: that of the store, or that of a transaction. `readable` is the same for what requests read, with a
 * replica in the place of a primary that is away: what is sent to others needs the primary, which notes that it was sent.
 */
export function accountStores(connection: Connection, readable = connection): Pick<Store, Parts> {
  return {
    accounts: accountsOf(readable),
    sessions: sessionsOf(readable),
    subscriptions: calendarSubscriptionsOf(connection),
    feedLinks: feedLinksOf(readable),
    secretLinks: secretLinksOf(readable),
    emailChanges: emailChangesOf(readable),
    secondFactors: secondFactorsOf(connection),
    mail: mailQueueOf(connection),
  }
}
