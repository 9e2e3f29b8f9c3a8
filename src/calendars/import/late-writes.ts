/**
 * Wrapped writings of a batch. One collects what its lines write besides their items: links, counts and import keys are written later,
 * together. Another has no savepoint for each line.
 */
import type { Context } from '../../actions/context.ts'
import { type TermName, termNames } from '../../contract/resources/index.ts'
import { entriesOf, namesOf, recordFromNames } from '../../contract/table-of.ts'
import { Problem } from '../../problem.ts'
import type { EventTerms, ImportedItem, LinkName, Writing } from '../../store/store.ts'
import { argOfLink } from './line-plan.ts'
import type { DeferredWrites } from './runs.ts'

type Targets = Map<number, readonly number[]>
type Counts = Map<number, number>

function collection() {
  const links: Readonly<Record<LinkName, Targets>> = recordFromNames(namesOf(argOfLink), () => new Map())
  const counts: Readonly<Record<TermName, Counts>> = recordFromNames(termNames, () => new Map())
  return { links, counts, imports: new Map<string, ImportedItem>() }
}

type Collected = ReturnType<typeof collection>

async function write(store: Writing, { links, counts, imports }: Collected): Promise<void> {
  for (const [name, targets] of entriesOf(links)) if (targets.size > 0) await store.addLinks(name, targets)
  for (const [name, changes] of entriesOf(counts)) if (changes.size > 0) await store.addCounts(name, changes)
  if (imports.size > 0) await store.rememberImports(imports)
}

/** Ids found since the last foreign write: of terms by text, and of inline venues and organizers by their args. */
export interface FoundIdCache {
  readonly terms: Map<string, number>
  readonly inline: Map<string, number>
  /** The revision at which they were found. */
  revision: number
}

/** A revision that marks found ids as unusable. */
export const NO_REVISION = -1

/** Returns an empty memory. */
export const newFoundIdCache = (): FoundIdCache => ({
  terms: new Map(),
  inline: new Map(),
  revision: NO_REVISION,
})

function forget({ terms, inline }: FoundIdCache): void {
  terms.clear()
  inline.clear()
}

const termOnce =
  (store: Writing, { terms }: FoundIdCache): Writing['term'] =>
  async (name, reference) => {
    if ('id' in reference) return store.term(name, reference)
    const key = `${name} ${reference.text}`
    const id = terms.get(key) ?? (await store.term(name, reference))
    if (id !== undefined) terms.set(key, id)
    return id
  }

/** The counts and changes that the lines of one transaction have collected, and the events that they created. */
interface Late {
  collected: Collected
  readonly created: Set<number>
}

function addCounts({ counts }: Collected, { category, tag }: EventTerms): void {
  for (const [name, ids] of entriesOf({ category, tag }))
    for (const id of ids) counts[name].set(id, (counts[name].get(id) ?? 0) + 1)
}

/** The writing of what is collected: import keys, and the links and counts of new events. */
const collecting = (store: Writing, late: Late): Partial<Writing> => ({
  async rememberImport(key, resource, item_id) {
    late.collected.imports.set(key, { resource, item_id })
  },
  imported: async (key) => late.collected.imports.get(key) ?? store.imported(key),
  async setLinks(name, eventId, targets) {
    if (late.created.has(eventId)) late.collected.links[name].set(eventId, targets)
    else await store.setLinks(name, eventId, targets)
  },
  async recount(before, after) {
    if (before.counts || !after.counts) await store.recount(before, after)
    else addCounts(late.collected, after)
  },
})

/**
 * Wraps the writing of one transaction. A line that fails must end the transaction, because collected writes can't be undone. Found
 * ids of the last batch stay valid if nothing else wrote since; the caller sets the revision again after the commit.
 */
export async function deferredWrites(
  store: Writing,
  caller: Context,
  found: FoundIdCache,
): Promise<DeferredWrites> {
  if ((await store.revision()) !== found.revision + 1) forget(found)
  // A transaction that runs again must not use ids that the rolled back one found.
  found.revision = NO_REVISION
  const late: Late = { collected: collection(), created: new Set() }
  const keep = () => {
    const { collected } = late
    late.collected = collection()
    return write(store, collected)
  }
  return {
    context: { ...caller, inline: found.inline },
    store: {
      ...store,
      ...collecting(store, late),
      term: termOnce(store, found),
      async insert(name, values) {
        if (name === 'category' || name === 'tag') found.terms.clear()
        const id = await store.insert(name, values)
        if (name === 'event') late.created.add(id)
        return id
      },
    },
    settle() {
      forget(found)
      return keep()
    },
    keep,
  }
}

/** The unwrapped writing of one transaction: each line writes its links, counts and keys itself. */
export const undeferredWrites = (store: Writing, context: Context): DeferredWrites => ({
  store,
  context,
  settle: async () => {},
  keep: async () => {},
})

const needsSavepoints = new Error('A line was refused after it may have written something.')

/** Whether a transaction failed because it had no savepoints, and may succeed with them. */
export const isSavepointsNeeded = (error: unknown): boolean => error === needsSavepoints

/**
 * The same writing without savepoints: `attempt` undoes nothing. If an attempt throws a problem, an error ends the whole
 * transaction; `isSavepointsNeeded` knows it.
 */
export function withoutSavepoints(store: Writing): Writing {
  return {
    ...store,
    async attempt(act) {
      try {
        return await act()
      } catch (error) {
        throw error instanceof Problem ? needsSavepoints : error
      }
    },
  }
}
