/** Secret feed addresses, each owned by a user: hashed, named, revocable. */
import { createIndex, createTable, idType, type Migration, ownedBy } from './migration.ts'

export const feedLinks: Migration = {
  name: '011-feed-links',
  async up(db, dialect) {
    await createTable(db, 'feed_links', {
      id: idType(dialect),
      user_id: ownedBy('users'),
      name: 'varchar(200) not null',
      statuses: 'text not null',
      hash: 'varchar(100) not null unique',
      created_utc: 'bigint not null',
      last_used_utc: 'bigint',
    })
    await createIndex(db, 'feed_links', ['user_id'])
  },
}
