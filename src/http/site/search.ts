/** The search, and the map of what it finds. */
import { mapPage } from '../../representations/html/site/map/page.ts'
import { searchPage } from '../../representations/html/site/search.ts'
import { answered } from './filters.ts'
import { eventsBy, listed } from './lists.ts'
import { type Made, pageOf, type Reader } from './reader.ts'

/** Events that are on a map at most. */
const MOST_MAPPED = 100

/** A page; 400 where what was asked can't be read. */
const made = (found: unknown, text: string): Made => (found === undefined ? { status: 400, text } : text)

/** The search as a page. */
export async function searched(reader: Reader): Promise<Made> {
  const result = await answered(reader, (filters) => listed({ ...filters, page: pageOf(reader) }, reader))
  return made(result.found, searchPage(result, reader.site))
}

/** What the search finds at places with coordinates, on a map. */
export async function mapped(reader: Reader): Promise<Made> {
  const result = await answered(reader, (filters) =>
    eventsBy({ ...filters, geoloc: true, per_page: MOST_MAPPED }, reader),
  )
  return made(result.found, mapPage(result, reader.site))
}
