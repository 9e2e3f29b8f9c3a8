/** The part of a list of names that is shown. It is in the address, so that a reload and Back show it again. */
import type { QueryFields } from '../api/api.ts'
import { deskQuerySignal, setQuery } from '../route.ts'
import { translationMarksQueryArgs } from '../translating/marks.tsx'
import { type TickedIdsAndSetter, useTickedEntries } from './entries.ts'

/** The search, the page, and whether only what has no events is shown. */
interface ShownPart {
  readonly search: string
  readonly page: number
  readonly isUnused: boolean
}

const partInQuery = (query: URLSearchParams): ShownPart => ({
  search: query.get('q') ?? '',
  page: Number(query.get('page')) || 1,
  isUnused: query.get('use') === 'none',
})

const PER_PAGE = 50

/** Returns the part that the address has, the query that loads it, the selection, and the function that shows another part: its first page, unless it names one. */
export function useShownPart(): ShownPart & {
  readonly query: QueryFields
  readonly ticked: TickedIdsAndSetter
  readonly show: (next: Partial<ShownPart>) => void
} {
  const part = partInQuery(deskQuerySignal.value)
  const ticked = useTickedEntries()
  const show = (next: Partial<ShownPart>) => {
    const { search, page, isUnused } = { ...part, page: 1, ...next }
    ticked.set([])
    setQuery({ q: search, page: page === 1 ? '' : String(page), use: isUnused ? 'none' : '' })
  }
  const { search, page, isUnused } = part
  const marks = translationMarksQueryArgs()
  const query = { search, page, per_page: PER_PAGE, unused: isUnused || undefined, ...marks }
  return { ...part, query, ticked, show }
}
