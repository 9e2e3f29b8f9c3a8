/** Access tokens of users: hashed, named, revocable (contract §5). */
import { createIndex, createTable, idType, type Migration, ownedBy } from './migration.ts'

export const tokens: Migration = {
  name: '003-tokens',
  async up(db, dialect) {
    await createTable(db, 'tokens', {
      id: idType(dialect),
      user_id: ownedBy('users'),
      name: 'varchar(200) not null',
      hash: 'varchar(100) not null unique',
      created_utc: 'bigint not null',
      expires_utc: 'bigint',
      last_used_utc: 'bigint',
    })
    await createIndex(db, 'tokens', ['user_id'])
  },
}
