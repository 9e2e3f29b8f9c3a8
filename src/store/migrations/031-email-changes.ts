/** New e-mail addresses of users, which count once a secret link that was sent there confirms them. */
import { createIndex, createTable, idType, type Migration, ownedBy } from './migration.ts'

export const emailChanges: Migration = {
  name: '031-email-changes',
  async up(db, dialect) {
    await createTable(db, 'email_changes', {
      id: idType(dialect),
      user_id: ownedBy('users'),
      email: 'text not null',
      hash: 'varchar(100) unique',
      is_waiting: 'smallint not null',
      created_utc: 'bigint not null',
    })
    await createIndex(db, 'email_changes', ['user_id'])
  },
}
