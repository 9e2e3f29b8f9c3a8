/** Images have pictures for pages, which are made in the background (`actions/linking/page-pictures.ts`). */
import { rawSql } from '../database/sql.ts'
import { addColumn, type Migration, textType } from './migration.ts'

export const pagePictures: Migration = {
  name: '039-page-pictures',
  // Pictures of what an older version adds are made by the next newer one.
  forOlder: true,
  async up(db, dialect) {
    await addColumn(db, 'media', 'widths', `${textType(dialect)} default '' not null`)
    await rawSql(`create index media_without_pictures on media (id) where widths = ''`).execute(db)
  },
}
