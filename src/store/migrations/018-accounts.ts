/**
 * Names, e-mail addresses and languages of users; secret links for invitations and forgotten passwords; second factors with
 * their recovery codes; and the queue of e-mail.
 */
import { addColumn, createIndex, createTable, idType, type Migration, ownedBy } from './migration.ts'

const noText = "text default '' not null"

export const accounts: Migration = {
  name: '018-accounts',
  async up(db, dialect) {
    for (const column of ['display_name', 'email', 'language']) await addColumn(db, 'users', column, noText)
    await addColumn(db, 'users', 'reset_asked_utc', 'bigint')
    await addColumn(db, 'sessions', 'agent', noText)
    await createTable(db, 'secret_links', {
      id: idType(dialect),
      user_id: ownedBy('users'),
      kind: 'varchar(20) not null',
      hash: 'varchar(100) not null unique',
      created_utc: 'bigint not null',
      expires_utc: 'bigint not null',
    })
    await createIndex(db, 'secret_links', ['user_id'])
    await createTable(db, 'second_factors', {
      id: idType(dialect),
      user_id: `${ownedBy('users')} unique`,
      secret: 'text not null',
      confirmed_utc: 'bigint',
      last_step: 'bigint default 0 not null',
      failures: 'bigint default 0 not null',
      locked_utc: 'bigint default 0 not null',
    })
    await createTable(db, 'recovery_codes', {
      id: idType(dialect),
      user_id: ownedBy('users'),
      hash: 'varchar(100) not null unique',
    })
    await createIndex(db, 'recovery_codes', ['user_id'])
    await createTable(db, 'mail', {
      id: idType(dialect),
      kind: 'varchar(20) not null',
      recipient: 'text not null',
      subject_id: 'bigint',
      language: 'varchar(20) not null',
      data: 'text not null',
      created_utc: 'bigint not null',
      next_utc: 'bigint not null',
      leased_utc: 'bigint default 0 not null',
      attempts: 'bigint default 0 not null',
      error: noText,
    })
    await createIndex(db, 'mail', ['next_utc'])
  },
}
