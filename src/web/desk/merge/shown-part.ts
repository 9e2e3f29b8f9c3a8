/** The part of a list of names that is shown. It is in the address, so that a reload and Back show it again. */
import { deskQuery, setQuery } from '../route.ts'
import { type TickedEntries, useTickedEntries } from './entries.ts'

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

/** Returns the part that the address has, the selection, and the function that shows another part: its first page, unless it names one. */
export function useShownPart(): ShownPart & {
  readonly ticked: TickedEntries
  readonly show: (next: Partial<ShownPart>) => void
} {
  const part = partInQuery(deskQuery.value)
  const ticked = useTickedEntries()
  const show = (next: Partial<ShownPart>) => {
    const { search, page, isUnused } = { ...part, page: 1, ...next }
    ticked.set([])
    setQuery({ q: search, page: page === 1 ? '' : String(page), use: isUnused ? 'none' : '' })
  }
  return { ...part, ticked, show }
}
