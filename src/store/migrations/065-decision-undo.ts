/** The state before the last decision about an event, so that it can be undone. */
import { cascadingReferenceType, createTable, type Migration, textType } from './migration.ts'

export const decisionUndo: Migration = {
  name: '065-decision-undo',
  // A decision of an older program leaves that of an earlier write, which is found by its revision alone.
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'decision_undo',
      columns: {
        event_id: `${cascadingReferenceType('events')} primary key`,
        revision: 'bigint not null',
        state: `${textType(db.dialect)} not null`,
      },
    })
  },
}
