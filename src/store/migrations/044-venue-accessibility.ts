/** The text of venues about access for visitors. */
import { addColumn, type Migration, textType } from './migration.ts'

export const venueAccessibility: Migration = {
  name: '044-venue-accessibility',
  // Venues that older programs write have no such text yet.
  forOlder: true,
  up: (db) => addColumn(db, 'venues', 'accessibility', `${textType(db.dialect)} default '' not null`),
}
