/** The slugs of an import into an empty calendar: each is one of the import itself, so that none is looked up. */
import { slugCandidate } from '../../domain/text/slug.ts'
import type { Writing } from '../../store/store.ts'

/** The slugs that are taken, as long as all are known. */
export interface KnownSlugs {
  /** Begins to know all slugs where the calendar is empty. Only the first call asks. */
  begin(store: Writing): Promise<void>
  /** Stops for the rest of the import: slugs may be taken, or free again, by writes that are not followed. */
  end(): void
  /** Returns the writing with slugs from here. All its other writes of slugs end what is known. */
  of(store: Writing): Pick<Writing, 'freeSlug' | 'insert'> & Partial<Writing>
}

/** The most slugs that are known: about 30 MiB of memory. Those of longer imports are looked up from then on. */
const MAX_SLUGS = 200_000

/** Returns the slugs of one import; it knows at most `limit` of them. */
export function knownSlugs(limit = MAX_SLUGS): KnownSlugs {
  let isAsked = false
  let taken: Set<string> | undefined
  /** The number from which candidates of a slug may be free, for slugs that are taken. */
  const next = new Map<string, number>()
  const end = () => {
    taken = undefined
    next.clear()
  }
  return {
    async begin(store) {
      if (!isAsked && (await store.isEmpty())) taken = new Set()
      isAsked = true
    },
    end,
    of: (store) => ({
      async freeSlug(name, slug, except) {
        if (taken === undefined || name === 'series' || except !== undefined)
          return store.freeSlug(name, slug, except)
        const key = `${name} ${slug}`
        let number = next.get(key) ?? 1
        while (taken.has(`${name} ${slugCandidate(slug, number)}`)) number += 1
        if (number > 1) next.set(key, number)
        return slugCandidate(slug, number)
      },
      async insert(name, values) {
        const id = await store.insert(name, values)
        if ('slug' in values) taken?.add(`${name} ${values.slug}`)
        if (taken !== undefined && taken.size > limit) end()
        return id
      },
      update(name, id, values) {
        if ('slug' in values || 'status' in values) end()
        return store.update(name, id, values)
      },
      remove(name, id, now) {
        end()
        return store.remove(name, id, now)
      },
      insertOccurrences(values, links) {
        end()
        return store.insertOccurrences(values, links)
      },
      updateEach(rows) {
        end()
        return store.updateEach(rows)
      },
    }),
  }
}
