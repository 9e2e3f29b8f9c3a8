/** Media have the slug of their title, with an index: programs look for an image that they have uploaded before. */
import { slugify } from '../../domain/text/slug.ts'
import { sql } from '../database/sql.ts'
import { addColumn, createIndex, type Migration, textType } from './migration.ts'

interface Kept {
  readonly id: number
  readonly title: string
}

export const mediaSlugs: Migration = {
  name: '032-media-slugs',
  async up(db, dialect) {
    await addColumn(db, 'media', 'slug', `${textType(dialect)} default '' not null`)
    const kept = await sql<Kept>`select id, title from media where title <> ''`.execute(db)
    for (const { id, title } of kept.rows)
      await sql`update media set slug = ${slugify(title)} where id = ${id}`.execute(db)
    await createIndex(db, 'media', ['slug'])
  },
}
