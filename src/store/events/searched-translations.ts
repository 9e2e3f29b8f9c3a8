/** Keeps the texts that searches find in another language as the translations of items are written (contract §15). */

import type { ResourceName } from '../../contract/resources/index.ts'
import { translatedSearchTexts } from '../../domain/languages.ts'
import { setSearchedTranslationsOfItems } from '../database/long-texts.ts'
import type { Db, SqlParameter } from '../database/sql.ts'
import { itemTables } from '../tables.ts'

type Row = Readonly<Record<string, SqlParameter>>

/** Sets the texts of items whose columns were written, if their translations were among these: all have the same. A series is found by its events. */
export async function updateSearchedTranslationsOfItems(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
  { translations }: Row,
): Promise<void> {
  if (name === 'series' || typeof translations !== 'string') return
  await setSearchedTranslationsOfItems(
    db,
    itemTables[name],
    ids,
    translatedSearchTexts(JSON.parse(translations)),
  )
}

/** Sets the texts of events that were written with different columns. `ids` are in the order of the rows. */
export async function updateSearchedTranslationsOfRows(
  db: Db,
  ids: readonly number[],
  rows: readonly Row[],
): Promise<void> {
  const equal = new Map<SqlParameter, number[]>()
  for (const [at, { translations = null }] of rows.entries())
    equal.set(translations, [...(equal.get(translations) ?? []), ids[at] ?? 0])
  for (const [translations, of] of equal)
    await updateSearchedTranslationsOfItems(db, 'event', of, { translations })
}
