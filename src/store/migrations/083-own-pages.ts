/** Pages of the site's own: imprint, about, contact. Triggers keep their former slugs and the texts of their translations, as of all items. */
import { type Db, rawSql } from '../database/sql.ts'
import { createIndex, createTable, idSqlTypeForDialect, type Migration, textType } from './migration.ts'

const isLive = (row: 'new' | 'old') => `${row}.status <> 'trash'`
const isOther = 'old.slug <> new.slug or old.status <> new.status'

const taking = `delete from former_slugs where resource = 'page' and slug = new.slug;`
const giving = `insert into former_slugs (resource, slug, item_id) select 'page', old.slug, old.id
  where old.slug <> new.slug and ${isLive('old')} on conflict (resource, slug) do update set item_id = excluded.item_id;`
const going = `delete from former_slugs where resource = 'page' and item_id = old.id;`
const removing = `delete from translated_texts where item_table = 'pages' and item_id = old.id;`

/** What happens behind each write, by the name of its trigger. */
const acts = [
  ['slug_insert', 'insert', isLive('new'), taking],
  ['slug_update', 'update of slug, status', `(${isOther}) and ${isLive('new')}`, `${taking} ${giving}`],
  ['slug_delete', 'delete', '1 = 1', going],
  ['translated_delete', 'delete', `old.translations <> '{}'`, removing],
] as const

async function createTriggers(db: Db): Promise<void> {
  for (const [name, on, when, act] of acts) {
    const head = `create trigger pages_${name} after ${on} on pages`
    if (db.dialect === 'sqlite') {
      await rawSql(`${head} when ${when} begin ${act} end`).execute(db)
      continue
    }
    await rawSql(
      `create function fasti_pages_${name}() returns trigger language plpgsql as 'begin ${act.replaceAll("'", "''")} return null; end'`,
    ).execute(db)
    await rawSql(`${head} for each row when (${when}) execute function fasti_pages_${name}()`).execute(db)
  }
}

export const ownPages: Migration = {
  name: '083-own-pages',
  async up(db, dialect) {
    const text = `${textType(dialect)} not null`
    const number = 'bigint not null'
    const flag = (name: string) => `smallint not null check ("${name}" in (0, 1))`
    await createTable(db, {
      name: 'pages',
      columns: {
        id: idSqlTypeForDialect(dialect),
        version: number,
        modified_utc: number,
        origins: text,
        status: text,
        date_utc: number,
        date_set: flag('date_set'),
        slug: text,
        title: text,
        title_key: text,
        content: text,
        menu_order: 'integer not null',
        in_footer: flag('in_footer'),
        search_text: text,
        language: text,
        translations: text,
        readable_in: text,
      },
    })
    await createIndex(db, { table: 'pages', columns: ['slug'] })
    await createTriggers(db)
  },
}
