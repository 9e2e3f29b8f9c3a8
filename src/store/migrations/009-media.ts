/** Media are searched by their texts, and found by where they came from and by their files. */
import { fold } from '../../domain/letters.ts'
import type { Migration } from './index.ts'

export const media: Migration = {
  name: '009-media',
  async up(db) {
    await db.schema
      .alterTable('media')
      .addColumn('search_text', 'text', (of) => of.notNull().defaultTo(''))
      .execute()
    const kept = await db.selectFrom('media').select(['id', 'title', 'alt_text']).execute()
    for (const { id, title, alt_text } of kept) {
      const search_text = `${fold(title)}\n${fold(alt_text)}`
      await db.updateTable('media').set({ search_text }).where('id', '=', id).execute()
    }
    for (const column of ['source_url', 'file', 'date_utc'])
      await db.schema.createIndex(`media_${column}`).on('media').column(column).execute()
    // Deleting an image looks for whatever shows it.
    for (const table of ['events', 'venues', 'organizers'])
      await db.schema.createIndex(`${table}_image`).on(table).column('image').execute()
  },
}
