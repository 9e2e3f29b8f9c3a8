/** The writing that notes every item that it touches, for the journal. */
import { type ResourceName, termNames } from '../../contract/resources/index.ts'
import type { Db } from '../database/rows.ts'
import { linkTableNames } from '../records/links.ts'
import type {
  ItemWriting,
  LinkName,
  LinkWriting,
  SeriesWriting,
  TransactionBookkeeping,
  WritingAuditedPerItem,
} from '../store.ts'
import type { RememberedRecords } from '../types/records.ts'
import { visibilitiesOf, visibilityColumns } from './item-visibility.ts'
import type { JournalNotes, VisibilityBefore } from './notes.ts'

// Notes how items stand before a write changes that.

/** The notes of the transactions of one connection, and the items that are known without reading them. */
interface ConnectionAndJournalNotes {
  readonly db: Db
  readonly notes: JournalNotes
  readonly known: RememberedRecords
}

/** Whether a write of these values may change how an item stands. */
const couldChangeVisibility = (values: object): boolean =>
  visibilityColumns.some((column) => Object.hasOwn(values, column))

/** Notes that items change, with how they stand before. */
async function noteItemsBeforeChange(
  { db, notes, known }: ConnectionAndJournalNotes,
  name: ResourceName,
  ids: readonly number[],
): Promise<void> {
  const unknown = ids.filter((id) => !notes.knows(name, id))
  const standings = await visibilitiesOf(db, name, unknown, known)
  for (const id of unknown) notes.change(name, id, { known: standings.get(id) })
}

// Journals the writes of many events at once, as those of single items are.

/** Wraps the writes of many events so that every item they touch is noted. */
function journaledSeriesWriting(store: SeriesWriting, noting: ConnectionAndJournalNotes): SeriesWriting {
  const { touch, change } = noting.notes
  const changeAll = (ids: readonly number[], columns?: readonly string[]) => {
    for (const id of ids) change('event', id, undefined, columns)
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
      changeAll(ids, Object.keys(values))
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

const isLink = (name: ResourceName): name is LinkName => Object.hasOwn(linkTableNames, name)
const created: VisibilityBefore = { known: undefined }

/** Notes the events that show an item that is deleted. */
async function noteShowing(
  store: Pick<WritingAuditedPerItem, 'children' | 'linkedTo'>,
  { touch, change }: JournalNotes,
  name: ResourceName,
  id: number,
): Promise<void> {
  for (const child of name === 'event' ? await store.children(name, id) : []) change(name, child)
  // An import may later reuse the id for an item that these events do not link to.
  for (const event of isLink(name) ? await store.linkedTo(name, id) : []) touch('event', event)
}

function journaledItems(
  store: WritingAuditedPerItem,
  noting: ConnectionAndJournalNotes,
): Omit<ItemWriting, 'freeSlug' | 'addFormerSlugs' | 'insertMedia'> {
  const { change, touch } = noting.notes
  return {
    async insert(name, values) {
      const id = await store.insert(name, values)
      change(name, id, created)
      return id
    },
    async setPictures(id, widths) {
      await store.setPictures(id, widths)
      touch('media', id)
    },
    async update(name, id, values) {
      if (couldChangeVisibility(values)) await noteItemsBeforeChange(noting, name, [id])
      await store.update(name, id, values)
      change(name, id, undefined, Object.keys(values))
    },
    async remove(name, id, now) {
      await noteShowing(store, noting.notes, name, id)
      await noteItemsBeforeChange(noting, name, [id])
      await store.remove(name, id, now)
    },
  }
}

const journaledLinks = (
  store: LinkWriting,
  { touch, change }: JournalNotes,
): Pick<LinkWriting, 'setLinks' | 'recount'> => ({
  async setLinks(name, eventId, targets) {
    await store.setLinks(name, eventId, targets)
    change('event', eventId)
  },
  async recount(before, after) {
    await store.recount(before, after)
    for (const name of termNames) for (const id of [...before[name], ...after[name]]) touch(name, id)
  },
})

/** Forgets the notes of an attempt that failed. */
const journaledAttempts = (
  store: TransactionBookkeeping,
  { mark }: JournalNotes,
): Pick<TransactionBookkeeping, 'attempt'> => ({
  attempt(act) {
    const forget = mark()
    return store.attempt(act).catch((error: unknown) => {
      forget()
      throw error
    })
  },
})

/** Wraps a writing so that every item that it touches is noted. */
export const journaledWriting = (
  store: WritingAuditedPerItem,
  noting: ConnectionAndJournalNotes,
): WritingAuditedPerItem => ({
  ...store,
  ...journaledItems(store, noting),
  ...journaledLinks(store, noting.notes),
  ...journaledSeriesWriting(store, noting),
  ...journaledAttempts(store, noting.notes),
  touchedItems: noting.notes.count,
})
