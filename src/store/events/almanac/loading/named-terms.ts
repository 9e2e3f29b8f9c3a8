/** The names of categories and tags: whether a written term still resolves as before. Its count does not matter. */
import { type TermName, termNames } from '../../../../contract/resources/index.ts'
import { termTableAndLinkTable } from '../../../conditions/term.ts'
import type { Db } from '../../../database/rows.ts'
import { joinedSql, quotedName, sql } from '../../../database/sql.ts'
import type { ChangedItem } from '../../../log/journal.ts'

/** For each taxonomy, the texts by which terms are looked up, with when each term last changed, by the id of the term. Counts are left out. */
export type TermTextMapsByTaxonomy = Readonly<Record<TermName, Map<number, string>>>

interface Row {
  readonly id: number
  readonly parent: number | null
  readonly slug: string
  readonly name: string
  readonly modified_utc: number
}

async function read(db: Db, name: TermName, ids?: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const parent = name === 'category' ? sql`parent` : sql`null`
  const within = ids === undefined ? sql`1 = 1` : sql`id in (${joinedSql(ids)})`
  const { rows } = await sql<Row>`select id, ${parent} as parent, slug, name, modified_utc
    from ${quotedName(termTableAndLinkTable(name).table)} where ${within}`.execute(db)
  return new Map(
    rows.map(({ id, parent: above, slug, name: called, modified_utc }) => [
      id,
      `${above} ${slug} ${called} ${modified_utc}`,
    ]),
  )
}

/**
 * Updates the names to what the database shows, of all terms or of the written ones. Returns the resources of which
 * a term now resolves differently.
 */
export async function refreshTermNames(
  db: Db,
  terms: TermTextMapsByTaxonomy,
  written?: readonly ChangedItem[],
): Promise<readonly TermName[]> {
  const all: [name: TermName, ids: readonly number[] | undefined, now: ReadonlyMap<number, string>][] = []
  for (const name of termNames) {
    const ids = written?.filter(({ resource }) => resource === name).map(({ item_id }) => item_id)
    if (ids?.length !== 0) all.push([name, ids, await read(db, name, ids)])
  }
  // Nothing below can fail, so each old name is compared exactly once.
  const renamed: TermName[] = []
  for (const [name, ids, now] of all) {
    if ((ids ?? [...now.keys()]).some((id) => now.get(id) !== terms[name].get(id))) renamed.push(name)
    for (const id of ids ?? []) terms[name].delete(id)
    for (const [id, term] of now) terms[name].set(id, term)
  }
  return renamed
}
