/** Web sessions (contract §5) of users who signed in with their password. Their cookies are stored as hashes. */
import { createIndex, createTable, idType, type Migration, ownedBy } from './migration.ts'

export const sessions: Migration = {
  name: '007-sessions',
  async up(db, dialect) {
    await createTable(db, 'sessions', {
      id: idType(dialect),
      user_id: ownedBy('users'),
      hash: 'varchar(100) not null unique',
      created_utc: 'bigint not null',
      used_utc: 'bigint not null',
      expires_utc: 'bigint not null',
    })
    await createIndex(db, 'sessions', ['user_id'])
    await createIndex(db, 'sessions', ['expires_utc'])
  },
}
