/** What is still to translate, of all resources. */

import { titleFieldAndColumnByResource } from '../contract/resources/fields/index.ts'
import { isPublishable, type ResourceName, resourceNames } from '../contract/resources/index.ts'
import type { SearchWords } from '../domain/text/search-words.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import {
  allOfSql,
  anyOfSql,
  areOwnTextsInLanguageSql,
  type Condition,
  qualifiedColumn,
} from './conditions/visibility.ts'
import { hasWordsSql, makeItemTextToSearch } from './conditions/words.ts'
import { countRowsFrom, type Db, joinedSql, jsonTextSql, quotedName, type Sql, sql } from './database/sql.ts'
import { itemTables } from './tables.ts'
import type { TitleAndReasonToTranslate, TranslationQueue, TranslationQueueQuery } from './types/index.ts'

// Lists what is to translate into a language (contract §15): upcoming events first, then what they are linked to, then what is over.

/** The columns of an item by which it is to translate, and its place in the list. */
interface TranslatedColumns {
  readonly language: Sql<string>
  /** Returns what a translation into the language has by that name. */
  translated(name: string): Sql<string>
  readonly hasNone: Condition
}

function columnsOf(db: Db, name: ResourceName, tag: string): TranslatedColumns {
  if (name === 'series') {
    const column = sql`series.pattern`
    const at = (...path: readonly string[]) => jsonTextSql(db.dialect, column, ['columns', ...path])
    return {
      language: sql`coalesce(${at('language')}, '')`,
      translated: (one) => at('translations', tag, one),
      hasNone: sql`1 = 0`,
    }
  }
  const column = qualifiedColumn(itemTables[name], 'translations')
  return {
    language: qualifiedColumn(itemTables[name], 'language'),
    translated: (one) => jsonTextSql(db.dialect, column, [tag, one]),
    hasNone: sql`${column} = '{}'`,
  }
}

function stateSql({ hasNone, translated }: TranslatedColumns, name: ResourceName): Sql<string> {
  return sql`case when ${hasNone} or ${translated(titleFieldAndColumnByResource[name].field)} is null then 'missing'
    when ${translated('state')} = 'draft' then 'draft'
    when cast(${translated('is_outdated')} as text) in ('1', 'true') then 'outdated' else '' end`
}

/** The dates of a series by its occurrences: the next one's start, else the last one's. */
const occurrence = (which: Sql, where: Condition): Sql =>
  sql`(select ${which} from events where events.series = series.id and events.status <> 'trash' and ${where})`

/** Where an item stands: before and after others, and among those beside it. */
function placeOf(name: ResourceName, now: number): { readonly place: Sql; readonly at: Sql } {
  if (name === 'event') {
    const isAhead: Condition = sql`events.end_utc >= ${now}`
    return {
      place: sql`case when ${isAhead} then 0 else 2 end`,
      at: sql`case when ${isAhead} then events.start_utc else -events.start_utc end`,
    }
  }
  if (name === 'series') {
    const next = occurrence(sql`min(events.start_utc)`, sql`events.end_utc >= ${now}`)
    const last = occurrence(sql`max(events.start_utc)`, allOfSql([]))
    return {
      place: sql`case when ${next} is null then 2 else 0 end`,
      at: sql`coalesce(${next}, -coalesce(${last}, 0))`,
    }
  }
  return { place: sql`1`, at: sql`${resourceNames.indexOf(name)}` }
}

/** Not in the trash; an occurrence is translated with its series. */
function isListed(name: ResourceName): Condition {
  if (name === 'event') return sql`events.status <> 'trash' and events.series is null`
  return isPublishable(name) ? sql`${qualifiedColumn(itemTables[name], 'status')} <> 'trash'` : allOfSql([])
}

/** The own texts of an item have some words; those of a series are its dates'. */
function hasWords({ dialect }: Db, name: ResourceName, words: SearchWords | undefined): Condition {
  if (words === undefined) return allOfSql([])
  if (name !== 'series') return hasWordsSql(dialect, makeItemTextToSearch(itemTables[name], undefined), words)
  const ofDate = hasWordsSql(dialect, makeItemTextToSearch('events', undefined), words)
  return sql`exists (select 1 from events where events.series = series.id and events.status <> 'trash' and ${ofDate})`
}

function itemsOf(db: Db, name: ResourceName, query: TranslationQueueQuery): Sql {
  const { language, languages, now, words } = query
  const columns = columnsOf(db, name, language)
  const { place, at } = placeOf(name, epochOfInstant(now))
  const title = qualifiedColumn(itemTables[name], titleFieldAndColumnByResource[name].column)
  return sql`select cast(${name} as text) as resource, ${qualifiedColumn(itemTables[name], 'id')} as id, ${title} as title,
    ${stateSql(columns, name)} as state, ${place} as place, ${at} as at from ${quotedName(itemTables[name])}
    where ${isListed(name)} and ${hasWords(db, name, words)} and not ${areOwnTextsInLanguageSql(columns.language, language, languages)}`
}

/** Returns one page of what is to translate, and how much it is. */
export async function readTranslationQueue(db: Db, query: TranslationQueueQuery): Promise<TranslationQueue> {
  const { states, resources, page, per_page } = query
  const all = resources.map((name) => itemsOf(db, name, query))
  const work = sql`(${joinedSql(all, ' union all ')}) as work
    where ${anyOfSql(states.map((state): Condition => sql`state = ${state}`))}`
  const total = await countRowsFrom(db, work)
  const offset = (page - 1) * per_page
  if (offset >= total) return { items: [], total }
  const items = await sql<TitleAndReasonToTranslate>`select resource, id, title, state from ${work}
      order by place, at, resource, id limit ${per_page} offset ${offset}`.rows(db)
  return { items, total }
}
