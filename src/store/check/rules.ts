/** Consistency rules between rows. Each rule selects the rows that break it. */

import { termNames } from '../../contract/resources/index.ts'
import { termTableAndLinkTable } from '../conditions/term.ts'
import type { TableColumnsAndReferences } from '../database/catalog.ts'
import type { DialectName } from '../database/dialects.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import { translatedTables } from '../database/translated-texts.ts'
import { loggedNames } from '../log/logged.ts'
import { itemTable } from '../records/orders.ts'

interface CheckRule {
  /** The fault of the selected rows, in words. */
  readonly says: string
  /** Selects the offending rows, as a column `what`. */
  readonly broken: Sql<{ what: string | number }>
}

const rule = (says: string, broken: CheckRule['broken']): CheckRule => ({ says, broken })

function references(shapes: readonly TableColumnsAndReferences[]): readonly CheckRule[] {
  return shapes.flatMap(({ name, key: [key = ''], references }) =>
    references.map(({ column, table }) =>
      rule(
        `${name}.${column} references rows missing in ${table}`,
        sql`select ${quotedName(`t.${key}`)} as what from ${quotedName(name)} as t where ${quotedName(`t.${column}`)} is not null
          and not exists (select 1 from ${quotedName(table)} as o where o.id = ${quotedName(`t.${column}`)})`,
      ),
    ),
  )
}

const counts = termNames.map((name) => {
  const { table, links } = termTableAndLinkTable(name)
  return rule(
    `the count of ${table} differs from the number of their events`,
    sql`select id as what from ${quotedName(table)} as term where count <> (select count(*) from ${quotedName(links)} as link
      join events on events.id = link.event_id where link.target_id = term.id and events.status = 'publish')`,
  )
})

/** The tables whose items have former slugs, with their resource, and whether they have a trash, in which a slug is given up. */
const tablesWithFormerSlugs = [
  ['events', 'event', true],
  ['series', 'series', true],
  ['venues', 'venue', true],
  ['organizers', 'organizer', true],
  ['categories', 'category', false],
  ['tags', 'tag', false],
  ['groups', 'group', false],
  ['pages', 'page', true],
] as const

const slugs = (['events', 'venues', 'organizers', 'pages'] as const).map((table) =>
  rule(
    `the slug of ${table} is empty or used twice`,
    sql`select slug as what from ${quotedName(table)} where status <> 'trash' group by slug having count(*) > 1 or slug = ''`,
  ),
)

const formerSlugs = tablesWithFormerSlugs.flatMap(([table, resource, hasTrash]) => [
  rule(
    `a former slug of ${table} leads to none of them`,
    sql`select slug as what from former_slugs where resource = ${resource}
      and not exists (select 1 from ${quotedName(table)} as item where item.id = item_id)`,
  ),
  rule(
    `a former slug of ${table} is the slug of one of them`,
    sql`select former.slug as what from former_slugs as former join ${quotedName(table)} as item on item.slug = former.slug
      where resource = ${resource} and ${hasTrash ? sql`item.status <> 'trash'` : sql`1 = 1`}`,
  ),
])

const places = (['venues', 'organizers', 'categories', 'tags'] as const).map((table) =>
  rule(
    `two ${table} have the same position in an event`,
    sql`select event_id as what from ${quotedName(`event_${table}`)} group by event_id, position having count(*) > 1`,
  ),
)

/** A row that is not below a root is part of a cycle. */
const circles = [
  ['events', 'post_parent'],
  ['categories', 'parent'],
].map(([table = '', parent = '']) =>
  rule(
    `the parents of ${table} form a cycle`,
    sql`with recursive rooted(id) as (
        select id from ${quotedName(table)} where ${quotedName(parent)} is null
        union all select ${quotedName(`${table}.id`)} from ${quotedName(table)} join rooted on ${quotedName(`${table}.${parent}`)} = rooted.id
      ) select id as what from ${quotedName(table)} where ${quotedName(parent)} is not null
        and not exists (select 1 from rooted where rooted.id = ${quotedName(`${table}.id`)})`,
  ),
)

const revisions: readonly CheckRule[] = [
  rule(
    'there is not exactly one revision',
    sql`select count(*) as what from revision having count(*) <> 1 or min(value) < 0`,
  ),
  rule(
    'the journal is newer than the revision',
    sql`select revision as what from journal where revision > (select max(value) from revision)`,
  ),
]

/** The version of an item is the one after its newest change, as far as the log goes back. Changes that it took over have none. */
const log: readonly CheckRule[] = loggedNames.map((name) =>
  rule(
    `a ${name} has another version than its newest change in the log`,
    sql`select id as what from ${quotedName(itemTable(name))} as item where version <> (select max(version) from audit
        where resource = ${name} and item_id = item.id and version > 0)`,
  ),
)

/** That of the public goes on telling what became of it. */
const proposals = rule(
  'a proposal of a user is about no event',
  sql`select id as what from proposals where user_id is not null
    and not exists (select 1 from events where events.id = proposals.event_id)`,
)

/** The rules of occurrences: an event has all that makes it one, or nothing. */
const occurrences: readonly CheckRule[] = [
  rule(
    'an event is half an occurrence of a series',
    sql`select id as what from events where (series is null) <> (recurrence_id = '')
      or (series is null and (own_fields <> '[]' or trash_act <> 0)) or recurrence_id like '~%'`,
  ),
  rule(
    'a series continues one that another series continues',
    sql`select one.id as what from series as one join series as other on one.continues = other.id
      where other.continued_by is null or other.continued_by <> one.id`,
  ),
  rule(
    'the slug of series is empty or used twice',
    sql`select slug as what from series where status <> 'trash' group by slug having count(*) > 1 or slug = ''`,
  ),
]

const longTexts = rule(
  'a long text belongs to no event and no translation',
  sql`select id as what from long_texts where not exists (select 1 from events
    where long_description = long_texts.id or long_excerpt = long_texts.id or long_search = long_texts.id)
    and not exists (select 1 from translated_texts where text_id = long_texts.id)`,
)

const translated = translatedTables.map((table) =>
  rule(
    `a text of a translation belongs to no item of ${table} that has translations`,
    sql`select distinct item_id as what from translated_texts where item_table = ${table} and not exists
      (select 1 from ${quotedName(table)} as item where item.id = item_id and item.translations <> '{}')`,
  ),
)

const times = rule(
  'an event ends before it starts',
  sql`select id as what from events where end_utc < start_utc`,
)

/** Ids are never reused. */
function numbers(dialect: DialectName, shapes: readonly TableColumnsAndReferences[]): readonly CheckRule[] {
  const numbered = shapes.filter(({ key }) => key.join() === 'id').map(({ name }) => name)
  const given = (table: string) =>
    dialect === 'sqlite'
      ? sql`(select seq from sqlite_sequence where name = ${table})`
      : sql`(select last_value from pg_sequences where schemaname = current_schema() and sequencename = ${`${table}_id_seq`})`
  return numbered
    .filter((table) => table !== 'revision')
    .map((table) =>
      rule(
        `the next id of ${table} is in use already`,
        sql`select max(id) as what from ${quotedName(table)} having max(id) > coalesce(${given(table)}, 0)`,
      ),
    )
}

/** Returns every rule for these tables. */
export function allCheckRules(
  dialect: DialectName,
  shapes: readonly TableColumnsAndReferences[],
): readonly CheckRule[] {
  return [
    ...references(shapes),
    ...counts,
    ...slugs,
    ...formerSlugs,
    ...places,
    ...circles,
    ...revisions,
    ...log,
    ...occurrences,
    proposals,
    longTexts,
    ...translated,
    times,
    ...numbers(dialect, shapes),
  ]
}
