/** Notes how items stand before a write changes that. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { Db } from '../database/rows.ts'
import type { RememberedRecords } from '../types/records.ts'
import { visibilitiesOf, visibilityColumns } from './item-visibility.ts'
import type { JournalNotes } from './notes.ts'

/** The notes of the transactions of one connection, and the items that are known without reading them. */
export interface ConnectionAndJournalNotes {
  readonly db: Db
  readonly notes: JournalNotes
  readonly known: RememberedRecords
}

/** Whether a write of these values may change how an item stands. */
export const couldChangeVisibility = (values: object): boolean =>
  visibilityColumns.some((column) => Object.hasOwn(values, column))

/** Notes that items change, with how they stand before. */
export async function noteItemsBeforeChange(
  { db, notes, known }: ConnectionAndJournalNotes,
  name: ResourceName,
  ids: readonly number[],
): Promise<void> {
  const unknown = ids.filter((id) => !notes.knows(name, id))
  const standings = await visibilitiesOf(db, name, unknown, known)
  for (const id of unknown) notes.change(name, id, { known: standings.get(id) })
}
