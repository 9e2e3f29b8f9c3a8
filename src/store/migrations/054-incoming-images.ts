/** The images of events of other servers, which are fetched after their events (contract §19). */
import { addColumn, createIndex, type Migration, textType } from './migration.ts'

export const incomingImages: Migration = {
  name: '054-incoming-images',
  // Older programs fetch images with their events: then none waits.
  forOlder: true,
  async up(db) {
    await addColumn(db, 'federation_incoming', 'image', `${textType(db.dialect)} default '' not null`)
    await addColumn(db, 'federation_incoming', 'image_utc', 'bigint')
    await createIndex(db, { table: 'federation_incoming', columns: ['image_utc'] })
  },
}
