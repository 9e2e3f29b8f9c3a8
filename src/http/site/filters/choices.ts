/** What the filters of pages offer: categories and tags, and the venues and organizers with events to come. */
import { list } from '../../../actions/list.ts'
import { scopeOf } from '../../../actions/policy.ts'
import type { LinkedName, TermName } from '../../../contract/resources/index.ts'
import type { Choices } from '../../../representations/html/site/choosing/chosen.ts'
import type { Store } from '../../../store/store.ts'
import type { Reader } from '../reader.ts'

/** The most terms in a list to choose from; more are typed. */
const MAX_TERMS = 200
/** Venues and organizers that are suggested before anything is typed. */
const MAX_SUGGESTED = 40

async function terms(name: TermName, { context }: Reader) {
  const args = { page: 1, per_page: MAX_TERMS, orderby: 'name', order: 'asc', hide_empty: true } as const
  const { items, total } = await list(name, args, context)
  // A select that lacks some would cut them off silently.
  return {
    items: items.map(({ record }) => ({ slug: record.slug, name: record.name })),
    isWhole: total <= MAX_TERMS,
  }
}

async function linked(name: LinkedName, { context }: Reader) {
  const args = { page: 1, per_page: MAX_SUGGESTED, orderby: 'name', only_with_upcoming: true } as const
  const { items } = await list(name, args, context)
  return items.map(({ record }) => record.name)
}

async function read(reader: Reader): Promise<Choices> {
  const [categories, tags] = [await terms('category', reader), await terms('tag', reader)]
  return {
    categories: categories.items,
    tags: tags.items,
    isWhole: { categories: categories.isWhole, tags: tags.isWhole },
    venue: await linked('venue', reader),
    organizer: await linked('organizer', reader),
  }
}

/** The choices at one revision on one day, by what readers may see: readers without an account are offered the same. */
interface Kept {
  readonly revision: number
  readonly day: string
  readonly byScope: Map<string, Promise<Choices>>
}

/** The most choices that are kept. */
const MAX_SCOPES = 100

const kept = new WeakMap<Store, Kept>()

/** Returns the choices. They are read once for each revision and day, and for what the reader may see. */
export function choicesFor(reader: Reader): Promise<Choices> {
  const { store, actor } = reader.context
  const revision = store.memoryView()?.revision
  const day = reader.site.today
  if (revision === undefined) return read(reader)
  const before = kept.get(store)
  const isValid = before !== undefined && before.revision === revision && before.day === day
  const { byScope } = isValid ? before : { byScope: new Map<string, Promise<Choices>>() }
  if (!isValid) kept.set(store, { revision, day, byScope })
  const key = JSON.stringify(scopeOf(actor))
  const known = byScope.get(key)
  if (known !== undefined) return known
  if (byScope.size >= MAX_SCOPES) byScope.clear()
  const choices = read(reader)
  byScope.set(key, choices)
  choices.catch(() => byScope.delete(key))
  return choices
}
