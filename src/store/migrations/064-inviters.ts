/** Who invites by a secret link, so that the page behind it says so. */
import { addColumn, type Migration, textType } from './migration.ts'

export const inviters: Migration = {
  name: '064-inviters',
  // Links that older programs create name nobody.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'secret_links', 'invited_by', `${textType(db.dialect)} default '' not null`)
  },
}
