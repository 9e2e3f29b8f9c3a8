/** The reads of a transaction that writes: what is known is not read again, and what is read is known. */
import type { ResourceName } from '../../contract/resources/index.ts'
import { isRecordShownTo, recordWithCurrentStatus } from '../conditions/shown-records.ts'
import type { Db } from '../database/sql.ts'
import { itemsFromRecordsByResource } from '../records/items.ts'
import { type LinkedItemsReader, linkTargetsOfEvents } from '../records/links.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type { LinkIds, Reading, RecordOf } from '../store.ts'
import { type ItemMemory, isRememberedResource } from './item-memory.ts'

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

type Reads = Pick<Reading, 'find' | 'visible' | 'terms' | 'linksOf' | 'items'>

/** Returns the reads of the transaction `db` that memory answers, or learns from. */
export function rememberingReads({ find, visible, linksOf }: Reads, db: Db, memory: ItemMemory): Reads {
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
