/** Everything of users and subscribers that a store has besides the calendar. */
import type { Connection } from '../database/connection.ts'
import type { Store } from '../store.ts'
import { calendarSubscriptionsOf } from './calendar-subscriptions.ts'
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
  | 'secondFactors'
  | 'mail'

/** Returns the parts over one connection: that of the store, or that of a transaction. */
export function accountStores(connection: Connection): Pick<Store, Parts> {
  return {
    accounts: accountsOf(connection),
    sessions: sessionsOf(connection),
    subscriptions: calendarSubscriptionsOf(connection),
    feedLinks: feedLinksOf(connection),
    secretLinks: secretLinksOf(connection),
    secondFactors: secondFactorsOf(connection),
    mail: mailQueueOf(connection),
  }
}
