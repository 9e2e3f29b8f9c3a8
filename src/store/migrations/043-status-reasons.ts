/** Why events do not take place as planned. */
import { addColumn, type Migration, textType } from './migration.ts'

export const statusReasons: Migration = {
  name: '043-status-reasons',
  // Events that older programs write have no reason.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'events', 'status_reason', `${textType(db.dialect)} default '' not null`)
  },
}
