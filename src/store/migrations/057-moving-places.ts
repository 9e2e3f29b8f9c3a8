/** Moves of long series that reach the places of occurrences in several transactions (`domain/series/moving-recurrence-ids.ts`). */
import { addColumn, type Migration, textType } from './migration.ts'

export const movingPlaces: Migration = {
  name: '057-moving-places',
  // Older programs move all places at once; what is left ahead waits for the next program that knows it.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'series', 'moved_by', 'bigint default 0 not null')
    await addColumn(db, 'series', 'moved_to', `${textType(db.dialect)} default '' not null`)
  },
}
