/** Drafts of changes to events: what is published stays as it is until they are applied. */
import { cascadingReferenceType, createTable, type Migration, textType } from './migration.ts'

export const eventDrafts: Migration = {
  name: '061-event-drafts',
  forOlder: true,
  async up(db) {
    const text = `${textType(db.dialect)} not null`
    const number = 'bigint not null'
    await createTable(db, {
      name: 'event_drafts',
      columns: {
        event_id: `${cascadingReferenceType('events')} primary key`,
        version: number,
        author: number,
        changes: text,
        views: text,
        event_version: number,
        series_version: number,
        modified_utc: number,
      },
    })
  },
}
