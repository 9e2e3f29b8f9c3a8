/** Events that the public submits, their images until a decision, their secret addresses, and what limits them. */
import { createIndex, createTable, idType, type Migration, ownedBy, primaryKey } from './migration.ts'

const noText = "text default '' not null"

export const submissions: Migration = {
  name: '019-submissions',
  async up(db, dialect) {
    await createTable(db, 'submissions', {
      id: idType(dialect),
      event_id: 'bigint not null unique',
      revision: 'bigint not null',
      created_utc: 'bigint not null',
      state: 'varchar(20) not null',
      name: noText,
      email: noText,
      language: 'varchar(20) not null',
      weight: 'integer not null',
      is_proven: 'integer not null',
      dropped: "text default '[]' not null",
      sent: "text default '{}' not null",
      made: "text default '[]' not null",
      message: noText,
      decided_utc: 'bigint',
      is_erased: 'integer default 0 not null',
    })
    await createIndex(db, 'submissions', ['state', 'id'])
    await createIndex(db, 'submissions', ['revision'])
    await createTable(db, 'submission_secrets', {
      id: idType(dialect),
      submission_id: ownedBy('submissions'),
      hash: 'varchar(100) not null unique',
    })
    await createIndex(db, 'submission_secrets', ['submission_id'])
    await createTable(db, 'submission_images', {
      id: idType(dialect),
      submission_id: `${ownedBy('submissions')} unique`,
      type: 'varchar(50) not null',
      size: 'bigint not null',
      content: 'text not null',
    })
    await createTable(db, 'submission_senders', {
      id: idType(dialect),
      sender: 'varchar(100) not null',
      weight: 'integer not null',
      at_utc: 'bigint not null',
    })
    await createIndex(db, 'submission_senders', ['sender', 'at_utc'])
    await createTable(db, 'used_proofs', { hash: 'varchar(100) not null', expires_utc: 'bigint not null' }, [
      primaryKey('used_proofs_key', ['hash']),
    ])
    await createTable(db, 'service_keys', { name: 'varchar(50) not null', value: 'text not null' }, [
      primaryKey('service_keys_key', ['name']),
    ])
  },
}
