/** Journals the writes of many events at once, as those of single items are. */
import type { SeriesWriting } from '../store.ts'
import {
  type ConnectionAndJournalNotes,
  couldChangeVisibility,
  noteItemsBeforeChange,
} from './visibility-notes.ts'

/** Wraps the writes of many events so that every item they touch is noted. */
export function journaledSeriesWriting(
  store: SeriesWriting,
  noting: ConnectionAndJournalNotes,
): SeriesWriting {
  const { touch, change } = noting.notes
  const changeAll = (ids: readonly number[]) => {
    for (const id of ids) change('event', id)
  }
  return {
    async insertOccurrences(values, links) {
      const ids = await store.insertOccurrences(values, links)
      for (const id of ids) change('event', id, { known: undefined })
      return ids
    },
    async updateEvents(ids, values) {
      if (couldChangeVisibility(values)) await noteItemsBeforeChange(noting, 'event', ids)
      await store.updateEvents(ids, values)
      changeAll(ids)
    },
    async updateEach(rows) {
      const ids = rows.map(({ id }) => id)
      const [first] = rows
      if (first !== undefined && couldChangeVisibility(first))
        await noteItemsBeforeChange(noting, 'event', ids)
      await store.updateEach(rows)
      changeAll(ids)
    },
    // Not journaled: see `SeriesWriting`.
    setPlaces: store.setPlaces,
    async setLinksOfAll(name, ids, targets) {
      await store.setLinksOfAll(name, ids, targets)
      changeAll(ids)
    },
    async removeEvents(ids) {
      await noteItemsBeforeChange(noting, 'event', ids)
      const children = await store.removeEvents(ids)
      changeAll(children)
      return children
    },
    async addCounts(name, changes) {
      await store.addCounts(name, changes)
      for (const [id, by] of changes) if (by !== 0) touch(name, id)
    },
  }
}
