/** The groups of calendar subscriptions (contract §16). */
import { addColumn, type Migration } from './migration.ts'

export const subscribedGroups: Migration = {
  name: '053-subscribed-groups',
  forOlder: true,
  async up(db) {
    await addColumn(db, 'subscriptions', 'group_id', 'bigint references "groups" ("id") on delete set null')
  },
}
