/** What a store has besides the items of the calendar: parts, each over one connection. */

import type { Moment } from '../domain/time/moment.ts'
import { calendarSubscriptionStore } from './accounts/calendar-subscriptions.ts'
import { eventTemplateStore, groupMemberStore } from './accounts/groups.ts'
import { mailQueueOf } from './accounts/mail.ts'
import { organisationSignInStore } from './accounts/organisation-sign-ins.ts'
import { secondFactorStore, secretFeedStore, secretLinkStore, sessionStore } from './accounts/sessions.ts'
import { emailChangeStore, userStore } from './accounts/users.ts'
import { correctTimesAheadOfClock } from './clock-ahead.ts'
import type { OpenDatabase } from './database/connection.ts'
import { runTransaction } from './database/dialects.ts'
import type { DatabaseActivity, WriterMeasures } from './database/measures.ts'
import type { Replica } from './database/postgres/replica.ts'
import { federationStore } from './federation/federation.ts'
import { auditStore } from './log/audit-pages.ts'
import { changeLogOf } from './log/changes.ts'
import { beginHistory } from './log/log.ts'
import type { StoredResources } from './log/logged.ts'
import { personalDataStore } from './persons.ts'
import { proposalStore } from './proposals/proposals.ts'
import { readTranslationQueue } from './translation-queue.ts'
import type { TranslationQueueQuery } from './types/index.ts'
import { cachePurgeStore, webhookStore } from './webhooks.ts'

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
}) {
  return {
    accounts: userStore(readable),
    members: groupMemberStore(readable),
    templates: eventTemplateStore(readable),
    sessions: sessionStore(readable),
    identities: organisationSignInStore(readable),
    persons: personalDataStore(connection, resources.organizer),
    /** Where what was erased may still be read in the database's file; nothing within a transaction. */
    formerPages: connection.formerPages,
    subscriptions: calendarSubscriptionStore(connection),
    feedLinks: secretFeedStore(readable),
    secretLinks: secretLinkStore(readable),
    emailChanges: emailChangeStore(readable),
    secondFactors: secondFactorStore(connection),
    mail: mailQueueOf(connection),
  }
}

/** Returns the parts over what requests read: with a replica in the place of a primary that is away. */
export const readableParts = (readable: OpenDatabase, keepChanges: number) => ({
  proposals: proposalStore(readable),
  ...auditStore(readable),
  /** One page of what is to translate into a language. */
  translationQueue: (query: TranslationQueueQuery) => readTranslationQueue(readable.reader, query),
  changes: changeLogOf(readable, keepChanges),
  webhooks: webhookStore(readable),
  federation: federationStore(readable),
  purges: cachePurgeStore(readable),
})

/** Returns what a store tells of its connection. */
export const storeState = (
  connection: OpenDatabase,
  replica: Replica | undefined,
  writers: () => WriterMeasures,
) => ({
  measures: (): DatabaseActivity => ({
    ...connection.measures(),
    writers: writers(),
    ...(replica && { replica: replica.measures() }),
  }),
  /** Damage to the database file that this process detected; undefined for none. After it, nothing is written. */
  damage: connection.damage,
  /** For how many seconds the database server has been away; undefined while it is there. */
  outage: connection.outage,
  /** For how many seconds what is read may be out of date, because a replica is read instead of the server that is away; otherwise undefined. */
  staleness: () => (replica === undefined ? undefined : connection.outage()),
  /** Calls `listener`, instead of an earlier one, when the database server goes away and when it comes back. */
  onOutage: connection.onOutage,
  refusal: connection.refusal,
  onRefusal: connection.onRefusal,
  /** The change counter, read anew by each call; undefined where writes of other processes show late. */
  freshCounter: connection.freshCounter,
  /** Corrects times that were written while the clock was ahead, so that no lock, limit or retry lasts until they come. */
  correctTimes: (moment: Moment) => correctTimesAheadOfClock(connection, moment),
  /** Gives what is written from now on a history of its own: the database may be one that was put back, which nothing in it shows. */
  beginHistory: () => runTransaction(connection, beginHistory),
  async close() {
    await replica?.close()
    await connection.close()
  },
})
