/**
 * The items that the writing process knows without reading them again. Of the venues, organizers and terms that events link to,
 * it knows the records from one write to the next one, as long as no other process writes in between: then the revision of a
 * write follows the one before. Of events it knows those of the current write.
 */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { TransactionWatch } from '../database/group-commit.ts'
import type { LinkIds, RecordOf } from '../store.ts'
import type { RememberedRecords } from '../types/items.ts'

type Records = { readonly [N in ResourceName]: Map<number, RecordOf<N>> }

/** The resources whose records are remembered: all that events show, and the events. */
const remembered: readonly ResourceName[] = ['event', 'venue', 'organizer', 'category', 'tag']
export const isRememberedResource = (name: ResourceName): boolean => remembered.includes(name)

/** Records of each resource. An import links to no more, and each takes about a kilobyte. */
const MAX_RECORDS = 2000

/** New events of one write that are remembered. An import has more, and does not show them. */
const MAX_NEW_EVENTS = 20

/** The records that writes remember. */
export interface ItemMemory extends RememberedRecords {
  /** Begins the write with that revision. */
  begin(revision: number): void
  /** Ends the write with that revision: its transaction may go on with another one. */
  end(revision: number): void
  remember<N extends ResourceName>(name: N, record: RecordOf<N>): void
  /** Remembers a new event, if it is worth it. */
  rememberNew(event: RecordOf<'event'>, links: LinkIds): void
  /** Remembers the links of an event, or forgets them. */
  setLinks(event: number, links: LinkIds | undefined): void
  /** Forgets everything, and remembers nothing until the next write: for writes that change many items by one statement. */
  forget(): void
  /** Forgets everything where something was rolled back or not committed. */
  readonly watch: TransactionWatch
}

const noRecords = (): Records => ({
  event: new Map(),
  series: new Map(),
  venue: new Map(),
  organizer: new Map(),
  category: new Map(),
  tag: new Map(),
  group: new Map(),
  media: new Map(),
  page: new Map(),
})

/** Returns a watch that calls `clear` where something was rolled back or not committed. */
function clearing(clear: () => void): TransactionWatch {
  let isCommitted = false
  return {
    begins() {
      if (!isCommitted) clear()
      isCommitted = false
    },
    undoes: clear,
    commits() {
      isCommitted = true
    },
  }
}

/** Returns the memory of one open store. */
export function itemMemory(): ItemMemory {
  const records = noRecords()
  const links = new Map<number, LinkIds>()
  let [last, isKept]: [number | undefined, boolean] = [undefined, true]
  const clear = () => {
    for (const name of remembered) records[name].clear()
    links.clear()
    last = undefined
  }
  return {
    record: (name, id) => records[name].get(id),
    links: (event) => links.get(event),
    begin(revision) {
      if (last !== revision - 1 || remembered.some((name) => records[name].size > MAX_RECORDS)) clear()
      records.event.clear()
      links.clear()
      last = undefined
      isKept = true
    },
    end(revision) {
      last = isKept ? revision : undefined
    },
    remember(name, record) {
      if (isKept && isRememberedResource(name)) records[name].set(record.id, record)
    },
    rememberNew(event, all) {
      if (!isKept || records.event.size >= MAX_NEW_EVENTS) return
      records.event.set(event.id, event)
      links.set(event.id, all)
    },
    setLinks(event, all) {
      if (all === undefined) links.delete(event)
      else if (isKept) links.set(event, all)
    },
    forget() {
      clear()
      isKept = false
    },
    watch: clearing(clear),
  }
}
