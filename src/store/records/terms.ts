/** Finds terms by name, and ancestors and descendants of categories and events. */

import type { TermName } from '../../contract/resources/index.ts'
import { caselessKey, foldedText } from '../../domain/text/letters.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { hideTranslationDraftsOfItem } from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { type Db, joinedSql, quotedName, sql } from '../database/sql.ts'
import { itemTables, linkTables } from '../tables.ts'
import type {
  CategoryRecord,
  GroupRecord,
  GroupWithEventCount,
  TagRecord,
  TermItem,
  Viewer,
} from '../types/index.ts'
import { imagesOfRecords } from './media.ts'
import { existingIds } from './query-records.ts'
import { idMergedInto, idOfFormerSlug } from './slugs.ts'

interface NamedTerm {
  readonly id: number
  readonly name: string
  readonly slug: string
}

/** Finds a term by id, exact name, slug, or name ignoring case and kinds of signs, in that order (contract §2.5, §3.3). */
async function findTermId(
  db: Db,
  name: TermName,
  reference: { readonly id: number } | { readonly text: string } | { readonly name: string },
): Promise<number | undefined> {
  const table = itemTables[name]
  const [text, isId] =
    'text' in reference
      ? [reference.text, /^\d{1,15}$/.test(reference.text)]
      : ['name' in reference ? reference.name : '', false]
  const id = 'id' in reference ? reference.id : isId ? Number(text) : 0
  const slug = text.toLowerCase()
  const byText = text === '' ? sql`1 = 0` : sql`slug = ${slug} or name_key = ${foldedText(text)}`
  const candidates =
    await sql<NamedTerm>`select id, name, slug from ${quotedName(table)} where id = ${id} or ${byText}`.rows(
      db,
    )
  // Here, since SQLite takes four times as long for a few rows in order.
  const inOrder = candidates.toSorted((a, b) => a.id - b.id)
  const tests: readonly ((one: NamedTerm) => boolean)[] = [
    (one) => one.id === id,
    (one) => one.name === text,
    (one) => one.slug === slug,
    (one) => caselessKey(one.name) === caselessKey(text),
  ]
  return tests.map((test) => inOrder.find(test)).find((one) => one !== undefined)?.id
}

/** Returns these categories and all their descendants. */
export async function categoryIdsWithDescendants(
  db: Db,
  categories: readonly number[],
): Promise<readonly number[]> {
  if (categories.length === 0) return []
  return sql`
    with recursive below(id) as (
      select id from categories where ${isOneOfSql(quotedName('id'), categories)}
      union select categories.id from categories join below on categories.parent = below.id
    ) select id from below`.column<number>(db)
}

/** Returns the reads of terms, and of what is above and below categories and events, over one connection. */
export const termReading = (db: Db) => ({
  /** Returns those of `ids` that are terms of that taxonomy. */
  terms: (name: TermName, ids: readonly number[]) => existingIds(db, name, ids),
  /** Finds a term by id, by text, which may be an id too, or by name alone, and returns its id. */
  async term(
    name: TermName,
    reference: { readonly id: number } | { readonly text: string } | { readonly name: string },
  ) {
    const found = await findTermId(db, name, reference)
    if (found !== undefined) return found
    if ('id' in reference) return idMergedInto(db, name, reference)
    const text = 'text' in reference ? reference.text : reference.name
    return (await idOfFormerSlug(db, name, text)) ?? idMergedInto(db, name, reference)
  },
  /** A term of the same name, ignoring case and kinds of signs, under the same parent. */
  async sameTerm(name: TermName, text: string, parent: number | null) {
    const table = itemTables[name]
    const under = name === 'category' ? sql`coalesce(parent, 0) = ${parent ?? 0}` : sql`1 = 1`
    const candidates =
      await sql<NamedTerm>`select id, name, slug from ${quotedName(table)} where name_key = ${foldedText(text)} and ${under} order by id`.rows(
        db,
      )
    return candidates.find((one) => caselessKey(one.name) === caselessKey(text))?.id
  },
  descendants: (categories: readonly number[]) => categoryIdsWithDescendants(db, categories),
  /** Whether `id` is `ancestor` or one of its descendants. */
  async isBelow(name: 'category' | 'event', id: number, ancestor: number) {
    const [table, parent] = name === 'event' ? ['events', 'post_parent'] : ['categories', 'parent']
    return sql`
      with recursive above(id) as (
        select id from ${quotedName(table)} where id = ${id}
        union select ${quotedName(`${table}.${parent}`)} from ${quotedName(table)} join above on ${quotedName(`${table}.id`)} = above.id
        where ${quotedName(`${table}.${parent}`)} is not null
      ) select id from above where id = ${ancestor}`.exists(db)
  },
  /** The direct children of a category or event. */
  async children(name: 'category' | 'event', id: number) {
    const [table, parent] = name === 'event' ? ['events', 'post_parent'] : ['categories', 'parent']
    return sql`select id from ${quotedName(table)} where ${quotedName(parent)} = ${id}`.column<number>(db)
  },
})

// Counts the events of terms and groups: of terms what is stored, and the scheduled events that have become public since.

/** Returns how many scheduled events of a term have become public. */
export type CountNewlyPublicEvents = (name: TermName, id: number) => number

/**
 * Counts the scheduled events of each term whose date has passed: they are not in the stored `count` yet. The cross
 * join makes SQLite start with the few scheduled events rather than with all links.
 */
export async function newlyPublicEventCounter(
  db: Db,
  names: readonly TermName[],
  { moment }: Viewer,
): Promise<CountNewlyPublicEvents> {
  const counted = names.map(
    (name) => sql`select ${name} as name, link.target_id, count(*) as due
      from events cross join ${quotedName(linkTables[name])} as link
      where link.event_id = events.id and events.status = 'future' and events.date_utc <= ${epochOfInstant(moment.now)}
      group by link.target_id`,
  )
  const found = sql<{ name: TermName; target_id: number; due: number }>`${joinedSql(counted, ' union all ')}`
  const due = new Map((await found.rows(db)).map((one) => [`${one.name} ${one.target_id}`, one.due]))
  return (name, id) => due.get(`${name} ${id}`) ?? 0
}

/** Adds to the stored counts of terms what has become public since. */
export const addNewlyPublicCounts = <R extends { id: number; count: number }>(
  name: TermName,
  records: readonly R[],
  due: CountNewlyPublicEvents,
): readonly TermItem<R>[] =>
  records.map((record) => {
    const more = due(name, record.id)
    return { record: more === 0 ? record : { ...record, count: record.count + more } }
  })

/** Returns the items of terms. `source` knows the scheduled events that have become public; by default they are counted. */
export async function termItemsWithCountsOfRecords<R extends CategoryRecord | TagRecord>(
  db: Db,
  name: TermName,
  records: readonly R[],
  viewer: Viewer,
  source = { due: (of: Viewer) => newlyPublicEventCounter(db, [name], of) },
): Promise<readonly TermItem<R>[]> {
  if (records.length === 0) return []
  const seen = records.map((record) => hideTranslationDraftsOfItem(record, viewer.scope.edits === 'all'))
  return addNewlyPublicCounts(name, seen, await source.due(viewer))
}

/** Counts the public events of groups that are in lists and have not ended, by group. */
async function upcomingIn(
  db: Db,
  groups: readonly number[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, number>> {
  const counted = allOfSql([
    isOneOfSql(quotedName('events.group_id'), groups),
    isPublicSql('events', viewer),
    sql`events.hide_from_listings = 0`,
    sql`events.end_utc >= ${epochOfInstant(viewer.moment.now)}`,
  ])
  const rows = await sql<{ readonly group_id: number; readonly count: number }>`
      select group_id, count(*) as count from events where ${counted} group by group_id`.rows(db)
  return new Map(rows.map(({ group_id, count }) => [group_id, Number(count)]))
}

/** Returns groups with their images and counts. */
export async function groupItemsWithCountsOfRecords(
  db: Db,
  records: readonly GroupRecord[],
  viewer: Viewer,
): Promise<readonly GroupWithEventCount[]> {
  if (records.length === 0) return []
  const images = await imagesOfRecords(db, records)
  const counts = await upcomingIn(
    db,
    records.map(({ id }) => id),
    viewer,
  )
  return records.map((record) => ({
    record: hideTranslationDraftsOfItem(record, viewer.scope.edits === 'all'),
    image: record.image === null ? undefined : images.get(record.image),
    count: counts.get(record.id) ?? 0,
  }))
}
