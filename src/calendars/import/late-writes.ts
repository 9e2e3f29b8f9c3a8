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

/** Finds terms by text once, until a term is created. */
function rememberedTerms(store: Writing) {
  const known = new Map<string, number>()
  return {
    forget: () => known.clear(),
    async find(...[name, reference]: Parameters<Writing['term']>): Promise<number | undefined> {
      if ('id' in reference) return store.term(name, reference)
      const key = `${name} ${reference.text}`
      const id = known.get(key) ?? (await store.term(name, reference))
      if (id !== undefined) known.set(key, id)
      return id
    },
  }
}

/** Wraps the writing of one transaction. A line that fails must end the transaction: what is collected can't be undone. */
export function lateWrites(store: Writing, caller: Context): LateWrites {
  let late = collection()
  const created = new Set<number>()
  const terms = rememberedTerms(store)
  const inline = new Map<string, number>()
  const count = ({ category, tag }: EventTerms) => {
    for (const [name, ids] of entriesOf({ category, tag }))
      for (const id of ids) late.counts[name].set(id, (late.counts[name].get(id) ?? 0) + 1)
  }
  const own: Partial<Writing> = {
    term: terms.find,
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
    context: { ...caller, inline },
    store: {
      ...store,
      ...own,
      async insert(name, values) {
        if (name === 'category' || name === 'tag') terms.forget()
        const id = await store.insert(name, values)
        if (name === 'event') created.add(id)
        return id
      },
    },
    async settle() {
      const collected = late
      late = collection()
      terms.forget()
      inline.clear()
      await write(store, collected)
    },
  }
}
