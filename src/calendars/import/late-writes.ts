/** Collects what the lines of a batch write besides their items: links, counts and import keys are written later, together. */
import type { Context } from '../../actions/context.ts'
import { type TermName, termNames } from '../../contract/resources/index.ts'
import { entriesOf, namesOf, tableOf } from '../../contract/table-of.ts'
import type { EventTerms, ImportedItem, LinkName, Writing } from '../../store/store.ts'
import { linkArgs } from './merging.ts'
import type { LateWrites } from './runs.ts'

type Targets = Map<number, readonly number[]>
type Counts = Map<number, number>

function collection() {
  const links: Readonly<Record<LinkName, Targets>> = tableOf(namesOf(linkArgs), () => new Map())
  const counts: Readonly<Record<TermName, Counts>> = tableOf(termNames, () => new Map())
  return { links, counts, imports: new Map<string, ImportedItem>() }
}

type Collected = ReturnType<typeof collection>

async function write(store: Writing, { links, counts, imports }: Collected): Promise<void> {
  for (const [name, targets] of entriesOf(links)) if (targets.size > 0) await store.addLinks(name, targets)
  for (const [name, changes] of entriesOf(counts)) if (changes.size > 0) await store.addCounts(name, changes)
  if (imports.size > 0) await store.rememberImports(imports)
}

/** What was found while nothing else wrote: terms by text, and inline venues and organizers by their args. Ids. */
export interface Found {
  readonly terms: Map<string, number>
  readonly inline: Map<string, number>
  /** The revision that it belongs to. */
  revision: number
}

/** The revision of what must not be used again. */
export const NONE = -1

/** Returns a memory in which nothing was found yet. */
export const nothingFound = (): Found => ({ terms: new Map(), inline: new Map(), revision: NONE })

function forget({ terms, inline }: Found): void {
  terms.clear()
  inline.clear()
}

const termOnce =
  (store: Writing, { terms }: Found): Writing['term'] =>
  async (name, reference) => {
    if ('id' in reference) return store.term(name, reference)
    const key = `${name} ${reference.text}`
    const id = terms.get(key) ?? (await store.term(name, reference))
    if (id !== undefined) terms.set(key, id)
    return id
  }

/**
 * Wraps the writing of one transaction. A line that fails must end the transaction: what is collected can't be undone. What the
 * last batch found is kept if nobody wrote since; its caller sets the revision again after the commit.
 */
export async function lateWrites(store: Writing, caller: Context, found: Found): Promise<LateWrites> {
  if ((await store.revision()) !== found.revision + 1) forget(found)
  // A transaction that runs again must not use what was found by the one that was undone.
  found.revision = NONE
  let late = collection()
  const created = new Set<number>()
  const count = ({ category, tag }: EventTerms) => {
    for (const [name, ids] of entriesOf({ category, tag }))
      for (const id of ids) late.counts[name].set(id, (late.counts[name].get(id) ?? 0) + 1)
  }
  const keep = () => {
    const collected = late
    late = collection()
    return write(store, collected)
  }
  const own: Partial<Writing> = {
    term: termOnce(store, found),
    async rememberImport(key, resource, item_id) {
      late.imports.set(key, { resource, item_id })
    },
    imported: async (key) => late.imports.get(key) ?? store.imported(key),
    async setLinks(name, eventId, targets) {
      if (created.has(eventId)) late.links[name].set(eventId, targets)
      else await store.setLinks(name, eventId, targets)
    },
    async recount(before, after) {
      if (before.counts || !after.counts) await store.recount(before, after)
      else count(after)
    },
  }
  return {
    context: { ...caller, inline: found.inline },
    store: {
      ...store,
      ...own,
      async insert(name, values) {
        if (name === 'category' || name === 'tag') found.terms.clear()
        const id = await store.insert(name, values)
        if (name === 'event') created.add(id)
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

/** The writing of one transaction as it is: each line writes its links, counts and keys itself. */
export const notLate = (store: Writing, context: Context): LateWrites => ({
  store,
  context,
  settle: async () => {},
  keep: async () => {},
})
