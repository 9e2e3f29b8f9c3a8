/** Addresses: which of them are pages that may be kept. */
import { apart, base, languages, worker } from './worker-scope.ts'

/** Returns the path below the root of a page: `event/market-day/`; undefined outside of this calendar. */
function pathBelowRoot({ origin, pathname }: URL): string | undefined {
  if (origin !== worker.location.origin || !pathname.startsWith(base)) return undefined
  const below = pathname.slice(base.length)
  const [first = ''] = below.split('/')
  return languages.includes(first) ? below.slice(first.length + 1) : below
}

/** Whether an address is that of a page for readers: not the desk, the API or a submission, and of this calendar. */
export function isUrlOfPageForReaders(url: URL): boolean {
  const path = pathBelowRoot(url)
  return path !== undefined && !apart.some((one) => path === one || path.startsWith(`${one}/`))
}

/** Whether an address is that of the page of favourites, which is the same page with other ids. */
export const isFavouritesPageUrl = (url: URL): boolean => /^favourites\/?$/.test(pathBelowRoot(url) ?? '')

/** Whether an address is that of the list of saved pages. */
export const isSavedPagesUrl = (url: URL): boolean => /^saved\/?$/.test(pathBelowRoot(url) ?? '')

/** Returns the address of the list of saved pages in the language of a page. */
export function savedPagesAddress({ pathname }: URL): string {
  const [first = ''] = pathname.slice(base.length).split('/')
  return `${worker.location.origin}${base}${languages.includes(first) ? `${first}/` : ''}saved/`
}

/** Returns the address by which a page is kept: without the part that only the browser knows. */
export const keptAddressOf = ({ origin, pathname, search }: URL): string => origin + pathname + search
