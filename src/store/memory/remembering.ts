/** The writing of one transaction that reads nothing again which is known: records, links and counts. */
import { derivedColumns, derivingColumns } from '../../contract/derived-columns.ts'
import { type ResourceName, type TermName, termNames } from '../../contract/resources/index.ts'
import { recordFromNames, rowFromParts } from '../../contract/table-of.ts'
import { noTranslations } from '../../domain/content/translations.ts'
import { isRecordShownTo, recordWithCurrentStatus } from '../conditions/shown-records.ts'
import type { Db } from '../database/rows.ts'
import { itemsFromRecordsByResource } from '../records/items.ts'
import { type LinkedItemsReader, linkTargetsOfEvents } from '../records/links.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type {
  ItemWriting,
  LinkIds,
  LinkWriting,
  RecordOf,
  SeriesWriting,
  TransactionBookkeeping,
  ValuesOf,
  WritingAuditedPerItem,
} from '../store.ts'
import { type ItemMemory, isRememberedResource } from './item-memory.ts'

const noLinks: LinkIds = { venue: [], organizer: [], category: [], tag: [] }

/** The values that are written, as they would be read again: without undefined ones, JSON decoded from its text. */
function written(values: object) {
  const stored: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(values)) {
    const isDecoded = typeof value === 'object' && value !== null && value !== noTranslations
    if (value !== undefined) stored[column] = isDecoded ? JSON.parse(JSON.stringify(value)) : value
  }
  return stored
}

/** Reads the records that are not known, and remembers them. */
function loading(db: Db, memory: ItemMemory) {
  return async <N extends ResourceName>(name: N, ids: readonly number[]): Promise<readonly RecordOf<N>[]> => {
    const known = ids.flatMap((id) => memory.record(name, id) ?? [])
    if (known.length === ids.length) return known
    const unknown = ids.filter((id) => memory.record(name, id) === undefined)
    const read = await recordsOfIdsInAnyOrder(db, name, unknown)
    for (const record of read) memory.remember(name, record)
    return [...known, ...read]
  }
}

type Reads = Pick<WritingAuditedPerItem, 'find' | 'visible' | 'terms' | 'linksOf' | 'items'>

/** The reads that memory answers, or learns from. */
function reads({ find, visible, linksOf }: WritingAuditedPerItem, db: Db, memory: ItemMemory): Reads {
  const load = loading(db, memory)
  const source: LinkedItemsReader = {
    async targets(kinds, events) {
      const [event = 0, ...others] = events
      const links = others.length === 0 ? memory.links(event) : undefined
      if (links === undefined) return linkTargetsOfEvents(db, kinds, events)
      const of = (name: keyof LinkIds) => new Map([[event, links[name]]])
      return { venue: of('venue'), organizer: of('organizer'), category: of('category'), tag: of('tag') }
    },
    records: load,
    // Each write first settles what is due.
    due: async () => () => 0,
  }
  return {
    async find(name, address, moment) {
      if (!('id' in address) || !isRememberedResource(name)) return find(name, address, moment)
      const [record] = await load(name, [address.id])
      return record && recordWithCurrentStatus(record, { moment })
    },
    async visible(name, ids, viewer) {
      if (name !== 'venue' && name !== 'organizer') return visible(name, ids, viewer)
      const shown = (await load(name, ids)).filter((record) => isRecordShownTo(record, viewer))
      return new Set(shown.map(({ id }) => id))
    },
    terms: async (name, ids) => new Set((await load(name, ids)).map(({ id }) => id)),
    async linksOf(event) {
      const links = memory.links(event) ?? (await linksOf(event))
      memory.setLinks(event, links)
      return links
    },
    items: (name, records, viewer) => itemsFromRecordsByResource[name](db, records, viewer, source),
  }
}

const notRemembered = () => {}

/** The values known of a new item: of an event everything, since the write that creates it shows it. */
const inserted: {
  readonly [N in ResourceName]: (memory: ItemMemory, values: ValuesOf<N>, id: number) => void
} = {
  event(memory, values, id) {
    if (!memory.takesEvents()) return
    const { origins, cost, tickets, custom_fields, translations } = values
    const { series = null, recurrence_id = '', own_fields = '[]', trash_act = 0 } = values
    const own = { id, series, recurrence_id, own_fields, trash_act }
    const decoded = written({ origins, cost, tickets, custom_fields, translations })
    memory.remember('event', rowFromParts(values, own, decoded))
    memory.setLinks(id, noLinks)
  },
  ...recordFromNames(
    ['series', 'venue', 'organizer', 'category', 'tag', 'group', 'media', 'page'] as const,
    () => notRemembered,
  ),
}

/** Notes that a write changes the counts of terms. */
function count(memory: ItemMemory, name: TermName, ids: readonly number[], by: number): void {
  for (const id of ids) {
    const record: RecordOf<TermName> | undefined = memory.record(name, id)
    if (record !== undefined) memory.remember(name, { ...record, count: record.count + by })
  }
}

/** Runs an attempt. After one that failed nothing is known. */
const attempting = (
  { attempt }: TransactionBookkeeping,
  { watch }: ItemMemory,
): Pick<TransactionBookkeeping, 'attempt'> => ({
  attempt: (act) =>
    attempt(act).catch((error: unknown) => {
      watch.undoes()
      throw error
    }),
})

const derive: { readonly [N in ResourceName]: (record: RecordOf<N>) => object } = derivedColumns

/** Returns values with what derives from them, where their caller has not derived it: nothing that a write takes away stays findable. */
async function withDerivedColumns<N extends ResourceName>(
  load: ReturnType<typeof loading>,
  name: N,
  id: number,
  values: Partial<ValuesOf<N>>,
): Promise<Partial<ValuesOf<N>>> {
  if ('search_text' in values || !derivingColumns[name].some((column) => column in values)) return values
  const [before] = await load(name, [id])
  if (before === undefined) return values
  return rowFromParts(values, derive[name](rowFromParts(before, written(values))))
}

/** The writes of items that memory follows. */
const itemWrites = (
  { insert, update }: ItemWriting,
  db: Db,
  memory: ItemMemory,
): Pick<ItemWriting, 'insert' | 'update'> => ({
  async insert(name, values) {
    const id = await insert(name, values)
    inserted[name](memory, values, id)
    return id
  },
  async update(name, id, sent) {
    const values = await withDerivedColumns(loading(db, memory), name, id, sent)
    await update(name, id, values)
    const record = memory.record(name, id)
    if (record !== undefined) memory.remember(name, rowFromParts(record, written(values)))
  },
})

/** The writes of links and counts that memory follows. */
const linkWrites = (
  { setLinks, recount, addCounts }: LinkWriting & SeriesWriting,
  memory: ItemMemory,
): LinkWriting & Pick<SeriesWriting, 'addCounts'> => ({
  async setLinks(name, event, targets) {
    await setLinks(name, event, targets)
    const links = memory.links(event)
    if (links !== undefined) memory.setLinks(event, { ...links, [name]: targets })
  },
  async recount(before, after) {
    await recount(before, after)
    for (const name of termNames) {
      if (before.counts) count(memory, name, before[name], -1)
      if (after.counts) count(memory, name, after[name], 1)
    }
  },
  async addCounts(name, changes) {
    await addCounts(name, changes)
    for (const [id, by] of changes) count(memory, name, [id], by)
  },
})

type AtOnce = Pick<WritingAuditedPerItem, 'remove'> & Omit<SeriesWriting, 'addCounts' | 'noteSeries'>

/** The writes that change many items by one statement: after them, nothing is known. */
function writesAtOnce(store: WritingAuditedPerItem, { forget }: ItemMemory): AtOnce {
  return {
    remove: (name, id, now) => store.remove(name, id, now).finally(forget),
    insertOccurrences: (values, links) => store.insertOccurrences(values, links).finally(forget),
    updateEvents: (ids, values) => store.updateEvents(ids, values).finally(forget),
    updateEach: (rows) => store.updateEach(rows).finally(forget),
    setPlaces: (places) => store.setPlaces(places).finally(forget),
    setLinksOfAll: (name, ids, targets) => store.setLinksOfAll(name, ids, targets).finally(forget),
    removeEvents: (ids) => store.removeEvents(ids).finally(forget),
  }
}

/**
 * Returns the writing of the transaction `db` that remembers what it reads and writes. Writes that change many items by one statement end
 * that for the rest of the transaction.
 */
export const rememberingWriting = (
  store: WritingAuditedPerItem,
  db: Db,
  memory: ItemMemory,
): WritingAuditedPerItem => ({
  ...store,
  ...reads(store, db, memory),
  ...itemWrites(store, db, memory),
  ...linkWrites(store, memory),
  ...writesAtOnce(store, memory),
  ...attempting(store, memory),
})
