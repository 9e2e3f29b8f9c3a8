/** Templates of events: the args of a new event, kept by a group or by the site. */
import { createIndex, createTable, idType, type Migration, textType } from './migration.ts'

export const eventTemplates: Migration = {
  name: '050-event-templates',
  forOlder: true,
  async up(db) {
    const text = `${textType(db.dialect)} not null`
    await createTable(db, {
      name: 'event_templates',
      columns: {
        id: idType(db.dialect),
        group_id: 'bigint references "groups" ("id") on delete cascade',
        name: text,
        fields: text,
        modified_utc: 'bigint not null',
      },
    })
    await createIndex(db, { table: 'event_templates', columns: ['group_id'] })
  },
}
