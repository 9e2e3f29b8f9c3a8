/** The inboxes of followers are read for each activity (contract §19). */
import { createIndex, type Migration } from './migration.ts'

export const federationInboxes: Migration = {
  name: '060-federation-inboxes',
  forOlder: true,
  async up(db) {
    const columns = ['actor_id', 'state', 'delivered_to']
    await createIndex(db, { table: 'federation_followers', columns })
  },
}
