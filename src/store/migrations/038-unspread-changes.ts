/** Changes of long series that imports write in several transactions (`actions/series/extend.ts`). */
import { addColumn, type Migration, textType } from './migration.ts'

export const unspreadChanges: Migration = {
  name: '038-unspread-changes',
  // Older programs change all occurrences at once; what is left unspread waits for the next program that knows it.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'series', 'unspread', `${textType(db.dialect)} default '' not null`)
    await addColumn(db, 'series', 'spread_to', 'bigint default 0 not null')
  },
}
