/** The search page, and the map of its results. */
import { mapPage } from '../../representations/html/site/map/page.ts'
import { searchPage } from '../../representations/html/site/search.ts'
import { answered } from './filters.ts'
import { eventsBy, listed } from './lists.ts'
import { type Made, pageOf, type Reader } from './reader.ts'

/** Maximum events on a map. */
const MAX_MAPPED = 300

/** A page with status 400 if the filters are invalid. */
const made = (found: unknown, text: string): Made => (found === undefined ? { status: 400, text } : text)

/** The search as a page. */
export async function searched(reader: Reader): Promise<Made> {
  const result = await answered(reader, (filters) => listed({ ...filters, page: pageOf(reader) }, reader))
  return made(result.found, searchPage(result, reader.site))
}

/** The map of search results at venues with coordinates. */
export async function mapped(reader: Reader): Promise<Made> {
  const result = await answered(reader, (filters) =>
    eventsBy({ ...filters, geoloc: true, per_page: MAX_MAPPED }, reader),
  )
  return made(result.found, mapPage(result, reader.site))
}
