/** Finds terms by name, and ancestors and descendants of categories and events. */
import type { TermName } from '../../contract/resources/index.ts'
import { caselessKey, foldedText } from '../../domain/text/letters.ts'
import { termTableAndLinkTable } from '../conditions/term.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'

interface NamedTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
}

/** Finds a term by id, exact name, slug, or name ignoring case and kinds of signs, in that order (contract §2.5, §3.3). */
export async function findTermId(
  db: Db,
  name: TermName,
  reference: { readonly id: number } | { readonly text: string } | { readonly name: string },
): Promise<number | undefined> {
  const { table } = termTableAndLinkTable(name)
  const [text, isId] =
    'text' in reference
      ? [reference.text, /^\d{1,15}$/.test(reference.text)]
      : ['name' in reference ? reference.name : '', false]
  const id = 'id' in reference ? reference.id : isId ? Number(text) : 0
  const slug = text.toLowerCase()
  const byText = text === '' ? sql`1 = 0` : sql`slug = ${slug} or name_key = ${foldedText(text)}`
  const candidates = await queryRows(
    db,
    sql<NamedTerm>`select id, name, slug from ${quotedName(table)} where id = ${id} or ${byText} order by id`,
  )
  const tests: readonly ((one: NamedTerm) => boolean)[] = [
    (one) => one.id === id,
    (one) => one.name === text,
    (one) => one.slug === slug,
    (one) => caselessKey(one.name) === caselessKey(text),
  ]
  return tests.map((test) => candidates.find(test)).find((one) => one !== undefined)?.id
}

/** Finds a term of the same name, ignoring case and kinds of signs, under the same parent. */
export async function findSameNamedTermId(
  db: Db,
  name: TermName,
  text: string,
  parent: number | null,
): Promise<number | undefined> {
  const { table } = termTableAndLinkTable(name)
  const under = name === 'category' ? sql`coalesce(parent, 0) = ${parent ?? 0}` : sql`1 = 1`
  const candidates = await queryRows(
    db,
    sql<NamedTerm>`select id, name, slug from ${quotedName(table)} where name_key = ${foldedText(text)} and ${under} order by id`,
  )
  return candidates.find((one) => caselessKey(one.name) === caselessKey(text))?.id
}

/** Returns these categories and all their descendants. */
export async function categoryIdsWithDescendants(
  db: Db,
  categories: readonly number[],
): Promise<readonly number[]> {
  if (categories.length === 0) return []
  const found = await queryRows(
    db,
    sql<{ id: number }>`
    with recursive below(id) as (
      select id from categories where ${isOneOfSql(quotedName('id'), categories)}
      union select categories.id from categories join below on categories.parent = below.id
    ) select id from below`,
  )
  return found.map(({ id }) => id)
}

/** Whether `id` is `ancestor` or one of its descendants. */
export async function isSameOrDescendant(
  db: Db,
  name: 'category' | 'event',
  id: number,
  ancestor: number,
): Promise<boolean> {
  const [table, parent] = name === 'event' ? ['events', 'post_parent'] : ['categories', 'parent']
  const found = await queryRows(
    db,
    sql<{ id: number }>`
    with recursive above(id) as (
      select id from ${quotedName(table)} where id = ${id}
      union select ${quotedName(`${table}.${parent}`)} from ${quotedName(table)} join above on ${quotedName(`${table}.id`)} = above.id
      where ${quotedName(`${table}.${parent}`)} is not null
    ) select id from above where id = ${ancestor}`,
  )
  return found.length > 0
}

/** Returns the direct children of a category or event. */
export async function childIdsOfCategoryOrEvent(
  db: Db,
  name: 'category' | 'event',
  id: number,
): Promise<readonly number[]> {
  const [table, parent] = name === 'event' ? ['events', 'post_parent'] : ['categories', 'parent']
  const found = await queryRows(
    db,
    sql<{ id: number }>`select id from ${quotedName(table)} where ${quotedName(parent)} = ${id}`,
  )
  return found.map((row) => row.id)
}
