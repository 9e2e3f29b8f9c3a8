/** Makes media searchable by their texts, and indexes their source addresses and files. */
import { fold } from '../../domain/text/letters.ts'
import { sql } from '../database/sql.ts'
import { addColumn, createIndex, type Migration } from './migration.ts'

interface Kept {
  readonly id: number
  readonly title: string
  readonly alt_text: string
}

export const media: Migration = {
  name: '009-media',
  async up(db) {
    await addColumn(db, 'media', 'search_text', "text default '' not null")
    const kept = await sql<Kept>`select id, title, alt_text from media`.execute(db)
    for (const { id, title, alt_text } of kept.rows) {
      const search_text = `${fold(title)}\n${fold(alt_text)}`
      await sql`update media set search_text = ${search_text} where id = ${id}`.execute(db)
    }
    for (const column of ['source_url', 'file', 'date_utc']) await createIndex(db, 'media', [column])
    // Deleting an image looks up every item that shows it.
    for (const table of ['events', 'venues', 'organizers']) await createIndex(db, table, ['image'])
  },
}
