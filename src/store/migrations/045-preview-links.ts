/** Secret links with which somebody without an account sees an event before it is public. */
import {
  cascadingReferenceType,
  createIndex,
  createTable,
  idType,
  type Migration,
  textType,
} from './migration.ts'

export const previewLinks: Migration = {
  name: '045-preview-links',
  forOlder: true,
  async up(db) {
    await createTable(db, {
      name: 'preview_links',
      columns: {
        id: idType(db.dialect),
        event_id: cascadingReferenceType('events'),
        hash: `${textType(db.dialect)} not null unique`,
        created_utc: 'bigint not null',
        expires_utc: 'bigint not null',
      },
    })
    await createIndex(db, { table: 'preview_links', columns: ['event_id'] })
  },
}
