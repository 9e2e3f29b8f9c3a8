/** Everything of users and subscribers that a store has besides the calendar. */
import type { OpenDatabase } from '../database/connection.ts'
import type { StoredResources } from '../log/logged.ts'
import { personalDataStore } from '../persons.ts'
import type { Store } from '../store.ts'
import { calendarSubscriptionStore } from './calendar-subscriptions.ts'
import { eventTemplateStore, groupMemberStore } from './groups.ts'
import { mailQueueOf } from './mail.ts'
import { organisationSignInStore } from './organisation-sign-ins.ts'
import { secondFactorStore, secretFeedStore, secretLinkStore, sessionStore } from './sessions.ts'
import { emailChangeStore, userStore } from './users.ts'

type Parts =
  | 'accounts'
  | 'members'
  | 'templates'
  | 'sessions'
  | 'identities'
  | 'persons'
  | 'formerPages'
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
export function accountStores({
  connection,
  readable,
  resources,
}: {
  readonly connection: OpenDatabase
  readonly readable: OpenDatabase
  readonly resources: StoredResources
}): Pick<Store, Parts> {
  return {
    accounts: userStore(readable),
    members: groupMemberStore(readable),
    templates: eventTemplateStore(readable),
    sessions: sessionStore(readable),
    identities: organisationSignInStore(readable),
    persons: personalDataStore(connection, resources.organizer),
    formerPages: connection.formerPages,
    subscriptions: calendarSubscriptionStore(connection),
    feedLinks: secretFeedStore(readable),
    secretLinks: secretLinkStore(readable),
    emailChanges: emailChangeStore(readable),
    secondFactors: secondFactorStore(connection),
    mail: mailQueueOf(connection),
  }
}
