/**
 * The slugs that items had: they lead on until another item takes one. Triggers keep them, so that whatever changes a slug does: also
 * programs that do not know them. A slug that is given up in the trash is no former one.
 */
import { type Db, rawSql } from '../database/sql.ts'
import { createIndex, createTable, type Migration, primaryKeyConstraint, textType } from './migration.ts'

/** The tables whose items have slugs, with their resource, and whether they have a trash. */
const tables = [
  ['events', 'event', true],
  ['series', 'series', true],
  ['venues', 'venue', true],
  ['organizers', 'organizer', true],
  ['categories', 'category', false],
  ['tags', 'tag', false],
  ['groups', 'group', false],
] as const

type SluggedTable = (typeof tables)[number]

const isOut = (row: 'new' | 'old', hasTrash: boolean) => (hasTrash ? `${row}.status <> 'trash'` : '1 = 1')

/** The slug that an item takes is no former one any more; the one that it had before becomes one. */
const takingOf = ([, resource]: SluggedTable) =>
  `delete from former_slugs where resource = '${resource}' and slug = new.slug;`
const givingOf = ([, resource, hasTrash]: SluggedTable) =>
  `insert into former_slugs (resource, slug, item_id) select '${resource}', old.slug, old.id
    where old.slug <> new.slug and ${isOut('old', hasTrash)} on conflict (resource, slug) do update set item_id = excluded.item_id;`
const goingOf = ([, resource]: SluggedTable) =>
  `delete from former_slugs where resource = '${resource}' and item_id = old.id;`

const isChanged = ([, , hasTrash]: SluggedTable) =>
  hasTrash
    ? `(old.slug <> new.slug or old.status <> new.status) and ${isOut('new', hasTrash)}`
    : 'old.slug <> new.slug'

const onSqlite = (one: SluggedTable): readonly string[] => {
  const [table, , hasTrash] = one
  return [
    `create trigger ${table}_slug_insert after insert on "${table}" when ${isOut('new', hasTrash)}
      begin ${takingOf(one)} end`,
    `create trigger ${table}_slug_update after update of slug${hasTrash ? ', status' : ''} on "${table}" when ${isChanged(one)}
      begin ${takingOf(one)} ${givingOf(one)} end`,
    `create trigger ${table}_slug_delete after delete on "${table}" begin ${goingOf(one)} end`,
  ]
}

const functionOf = (name: string, act: string) =>
  `create function ${name}() returns trigger language plpgsql as 'begin ${act.replaceAll("'", "''")} return null; end'`

const onPostgres = (one: SluggedTable): readonly string[] => {
  const [table, , hasTrash] = one
  const name = (act: string) => `fasti_${table}_slug_${act}`
  return [
    functionOf(name('insert'), takingOf(one)),
    functionOf(name('update'), `${takingOf(one)} ${givingOf(one)}`),
    functionOf(name('delete'), goingOf(one)),
    `create trigger ${table}_slug_insert after insert on "${table}" for each row when (${isOut('new', hasTrash)})
      execute function ${name('insert')}()`,
    `create trigger ${table}_slug_update after update of slug${hasTrash ? ', status' : ''} on "${table}" for each row
      when (${isChanged(one)}) execute function ${name('update')}()`,
    `create trigger ${table}_slug_delete after delete on "${table}" for each row execute function ${name('delete')}()`,
  ]
}

async function createTriggers(db: Db): Promise<void> {
  for (const table of tables)
    for (const statement of db.dialect === 'sqlite' ? onSqlite(table) : onPostgres(table))
      await rawSql(statement).execute(db)
}

export const formerSlugs: Migration = {
  name: '071-former-slugs',
  // The triggers keep the former slugs of what older programs write; these only do not lead on from them.
  forOlder: true,
  async up(db) {
    const text = `${textType(db.dialect)} not null`
    await createTable(db, {
      name: 'former_slugs',
      columns: { resource: text, slug: text, item_id: 'bigint not null' },
      constraints: [primaryKeyConstraint('former_slugs_pkey', ['resource', 'slug'])],
      isTree: true,
    })
    await createIndex(db, {
      table: 'former_slugs',
      columns: ['resource', 'item_id'],
      name: 'former_slugs_item',
    })
    await createTriggers(db)
  },
}
