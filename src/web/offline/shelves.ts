/** Shelves: the caches of this calendar, each with a bound of entries and of bytes. The oldest entries go first. */
import { base } from './worker-scope.ts'

interface Shelf {
  readonly name: string
  readonly entries: number
  readonly bytes: number
  /** The most bytes of one entry. */
  readonly largest: number
}

const MEGABYTE = 1_000_000

const shelfOf = (name: string, entries: number, bytes: number, largest: number): Shelf => ({
  // Several calendars may have one origin.
  name: `fasti-${name}:${base}`,
  entries,
  bytes,
  largest,
})

/** The shelves. Those that an open page needs are apart from those that fill up while a reader looks around. */
export const shelves = {
  /** Pages that the reader has opened. */
  seen: shelfOf('seen', 60, 4 * MEGABYTE, 500_000),
  /** The pages of the events on the page of favourites. */
  favourites: shelfOf('favourites', 100, 4 * MEGABYTE, 500_000),
  /** The list of saved pages, in the languages of the pages. */
  lists: shelfOf('lists', 10, MEGABYTE, 200_000),
  /** Styles, scripts, fonts and icons. */
  files: shelfOf('files', 40, 4 * MEGABYTE, MEGABYTE),
  pictures: shelfOf('pictures', 80, 8 * MEGABYTE, 400_000),
} as const

/** The shelves of pages that readers have opened or chosen. */
export const pageShelves: readonly Shelf[] = [shelves.seen, shelves.favourites]

const AT = 'X-Kept-At'
const BYTES = 'X-Kept-Bytes'
const TITLE = 'X-Kept-Title'

/** Returns the current time in milliseconds since 1970. */
export const timeNow = (): number => Math.round(performance.timeOrigin + performance.now())

/** An entry of a shelf. */
export interface KeptEntry {
  readonly url: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly title: string
  readonly response: Response
}

// The service varies its responses by headers that only programs send.
const anyForm = { ignoreVary: true }

const entryOf = (url: string, response: Response): KeptEntry => ({
  url,
  at: Number(response.headers.get(AT)),
  title: decodeURIComponent(response.headers.get(TITLE) ?? ''),
  response,
})

/** Returns the entries of a shelf, the newest first. */
export async function entriesOfShelf({ name }: Shelf): Promise<readonly KeptEntry[]> {
  const cache = await caches.open(name)
  const found = await Promise.all(
    (await cache.keys()).map(async ({ url }) => {
      const response = await cache.match(url, anyForm)
      return response === undefined ? [] : [entryOf(url, response)]
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)
}

/** Returns the newest entry with this address on some shelves. */
export async function findEntryOnShelves(on: readonly Shelf[], url: string): Promise<KeptEntry | undefined> {
  const found = await Promise.all(
    on.map(async ({ name }) => {
      const response = await (await caches.open(name)).match(url, anyForm)
      return response === undefined ? [] : [entryOf(url, response)]
    }),
  )
  return found.flat().sort((a, b) => b.at - a.at)[0]
}

/** Removes what exceeds the bounds of a shelf. */
async function trim(shelf: Shelf): Promise<void> {
  const cache = await caches.open(shelf.name)
  let [count, bytes] = [0, 0]
  for (const { url, response } of await entriesOfShelf(shelf)) {
    count += 1
    bytes += Number(response.headers.get(BYTES))
    if (count > shelf.entries || bytes > shelf.bytes) await cache.delete(url, anyForm)
  }
}

/** Puts a response on a shelf, unless it is too large. */
export async function putOnShelf(
  shelf: Shelf,
  url: string,
  { body, headers, title = '' }: { readonly body: Blob; readonly headers: Headers; readonly title?: string },
): Promise<void> {
  if (body.size > shelf.largest) return
  const own = new Headers(headers)
  // The body is decoded already.
  own.delete('Content-Encoding')
  own.set(AT, String(timeNow()))
  own.set(BYTES, String(body.size))
  own.set(TITLE, encodeURIComponent(title))
  await (await caches.open(shelf.name)).put(url, new Response(body, { headers: own }))
  await trim(shelf)
}

/** Removes an address from the shelves of pages: the page is gone, or not for this reader any more. */
export async function removePage(url: string): Promise<void> {
  for (const { name } of pageShelves) await (await caches.open(name)).delete(url, anyForm)
}

/** Removes all shelves. */
export async function removeAllShelves(): Promise<void> {
  for (const { name } of Object.values(shelves)) await caches.delete(name)
}
