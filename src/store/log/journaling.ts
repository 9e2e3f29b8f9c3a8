/** Writes of many events by few statements: the journal has each of them, and memory knows nothing of what they write. */
import type { Db } from '../database/rows.ts'
import type { ItemMemory } from '../memory/item-memory.ts'
import type { SeriesWriting } from '../store.ts'
import { visibilitiesOf, visibilityColumns } from './item-visibility.ts'
import type { JournalNotes } from './notes.ts'

/** The notes of the transactions of one connection, and the items that are known without reading them. */
interface Noting {
  readonly db: Db
  readonly notes: JournalNotes
  readonly memory: ItemMemory
}

/** Whether a write of these values may change how an item stands. */
const couldChangeVisibility = (values: object): boolean =>
  visibilityColumns.some((column) => Object.hasOwn(values, column))

/** Notes that events change, with how they stand before. */
async function noteEventsBeforeChange({ db, notes, memory }: Noting, ids: readonly number[]): Promise<void> {
  const unknown = ids.filter((id) => !notes.knows('event', id))
  const standings = await visibilitiesOf(db, 'event', unknown, memory)
  for (const id of unknown) notes.change('event', id, { known: standings.get(id) })
}

/** Wraps the writes of many events so that every item they touch is noted. */
export function journaledSeriesWriting(store: SeriesWriting, noting: Noting): SeriesWriting {
  const { notes, memory } = noting
  const changeAll = (ids: readonly number[], columns?: readonly string[]) => {
    for (const id of ids) notes.change('event', id, undefined, columns)
    memory.forget()
  }
  return {
    async insertOccurrences(values, links) {
      const ids = await store.insertOccurrences(values, links)
      for (const id of ids) notes.change('event', id, { known: undefined })
      memory.forget()
      return ids
    },
    async updateEvents(ids, values) {
      if (couldChangeVisibility(values)) await noteEventsBeforeChange(noting, ids)
      await store.updateEvents(ids, values)
      changeAll(ids, Object.keys(values))
    },
    async updateEach(rows) {
      const ids = rows.map(({ id }) => id)
      const [first] = rows
      if (first !== undefined && couldChangeVisibility(first)) await noteEventsBeforeChange(noting, ids)
      await store.updateEach(rows)
      changeAll(ids)
    },
    // Not journaled: see `SeriesWriting`.
    async setPlaces(places) {
      await store.setPlaces(places)
      memory.forget()
    },
    async setLinksOfAll(name, ids, targets) {
      await store.setLinksOfAll(name, ids, targets)
      changeAll(ids)
    },
    async removeEvents(ids) {
      await noteEventsBeforeChange(noting, ids)
      const children = await store.removeEvents(ids)
      changeAll(children)
      return children
    },
    async addCounts(name, changes) {
      await store.addCounts(name, changes)
      for (const [id, by] of changes) {
        if (by === 0) continue
        notes.touch(name, id)
        const record = memory.record(name, id)
        if (record !== undefined) memory.remember(name, { ...record, count: record.count + by })
      }
    },
  }
}
