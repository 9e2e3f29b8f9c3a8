/** The reason, for programs, of the result of the last read of a subscribed calendar. */
import { addColumn, type Migration } from './migration.ts'

export const reasonsOfReads: Migration = {
  name: '067-reasons-of-reads',
  // Older programs keep what a newer one wrote until that reads the calendar again.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'subscriptions', 'reason', "text default '' not null")
    await addColumn(db, 'subscriptions', 'reason_values', "text default '{}' not null")
  },
}
