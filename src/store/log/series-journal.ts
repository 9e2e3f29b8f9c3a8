/** Journals the writes of many events at once, as those of single items are. */
import type { Db } from '../database/rows.ts'
import type { SeriesWriting } from '../store.ts'
import type { KnownItems } from '../types/known.ts'
import type { Notes } from './notes.ts'
import { standingColumns, standingsOf } from './standing.ts'

const movesStanding = (values: object) => standingColumns.some((column) => Object.hasOwn(values, column))

/** Wraps the writes of many events in the transaction `db` so that every item they touch is noted. */
export function journaledSeries(
  store: Omit<SeriesWriting, 'noteSeries'>,
  db: Db,
  { touch, change, knows }: Pick<Notes, 'touch' | 'change' | 'knows'>,
  known: KnownItems,
): Omit<SeriesWriting, 'noteSeries'> {
  /** Notes how events stand, before that changes. */
  const changeFrom = async (ids: readonly number[]) => {
    const unknown = ids.filter((id) => !knows('event', id))
    const standings = await standingsOf(db, 'event', unknown, known)
    for (const id of unknown) change('event', id, { known: standings.get(id) })
  }
  const changeAll = (ids: readonly number[]) => {
    for (const id of ids) change('event', id)
  }
  const { insertOccurrences, updateEvents, updateEach, setLinksOfAll, removeEvents, addCounts } = store
  return {
    async insertOccurrences(values, links) {
      const ids = await insertOccurrences(values, links)
      for (const id of ids) change('event', id, { known: undefined })
      return ids
    },
    async updateEvents(ids, values) {
      if (movesStanding(values)) await changeFrom(ids)
      await updateEvents(ids, values)
      changeAll(ids)
    },
    async updateEach(rows) {
      const [first] = rows
      if (first !== undefined && movesStanding(first)) await changeFrom(rows.map(({ id }) => id))
      await updateEach(rows)
      changeAll(rows.map(({ id }) => id))
    },
    async setLinksOfAll(name, ids, targets) {
      await setLinksOfAll(name, ids, targets)
      changeAll(ids)
    },
    async removeEvents(ids) {
      await changeFrom(ids)
      const children = await removeEvents(ids)
      changeAll(children)
      return children
    },
    async addCounts(name, changes) {
      await addCounts(name, changes)
      for (const [id, by] of changes) if (by !== 0) touch(name, id)
    },
  }
}
