/** Accounts that an organisation signs in, and accounts that are suspended (contract §16, §17). */
import { type Db, rawSql } from '../database/sql.ts'
import {
  addColumn,
  cascadingReferenceType,
  createTable,
  idType,
  type Migration,
  textType,
} from './migration.ts'

const flag = (column: string) => `smallint default 0 not null check ("${column}" in (0, 1))`

async function createIdentities(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'identities',
    columns: {
      id: idType(db.dialect),
      user_id: cascadingReferenceType('users'),
      issuer: text,
      subject: text,
      created_utc: 'bigint not null',
      signed_in_utc: 'bigint not null',
    },
  })
  await rawSql('create unique index identities_subject on identities (issuer, subject)').execute(db)
  await rawSql('create index identities_user_id on identities (user_id)').execute(db)
}

export const organisations: Migration = {
  name: '040-organisations',
  async up(db) {
    await createIdentities(db)
    await addColumn(db, 'users', 'is_suspended', flag('is_suspended'))
    await addColumn(db, 'users', 'is_email_unproven', flag('is_email_unproven'))
    await addColumn(db, 'sessions', 'ends_utc', 'bigint')
    await addColumn(db, 'sessions', 'id_token', "text default '' not null")
    // Whether users confirmed the addresses that they gave themselves was not stored.
    await rawSql(`update users set is_email_unproven = 1 where exists (select 1 from audit
      where resource = 'user' and verb = 'update' and item_id = users.id and user_id = users.id
        and title like '%email%')`).execute(db)
  },
}
