/** Who made an image, and its licence. */
import { addColumn, type Migration, textType } from './migration.ts'

export const imageCredits: Migration = {
  name: '059-image-credits',
  // Images that older programs add name nobody.
  forOlder: true,
  async up(db) {
    for (const column of ['credit', 'license'])
      await addColumn(db, 'media', column, `${textType(db.dialect)} default '' not null`)
  },
}
