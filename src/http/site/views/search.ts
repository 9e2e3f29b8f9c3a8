/** The search page, and the map of its results. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import type { ListedPage } from '../../../representations/html/site/lists/timeline.ts'
import { mapPage } from '../../../representations/html/site/map/page.ts'
import { searchPage } from '../../../representations/html/site/views/search.ts'
import { chosenDays, findFiltered } from '../filters/filters.ts'
import { eventsShownTo, type ListFilters, listDefaults, listedPage, runningBy } from '../lists.ts'
import { inView, type PageReader, pageNumber, type RenderedPage, shapeOf } from '../reader.ts'

/** Maximum events on a map. */
const MAX_MAPPED = 300

/** A page with status 400 if the filters are invalid. */
const rendered = (found: unknown, text: string): RenderedPage =>
  found === undefined ? { status: 400, text } : text

/** The results by day: the events that begin in the window, and on the first page those that go on. */
async function byDay(
  filters: ListFilters,
  window: ReturnType<typeof chosenDays>,
  reader: PageReader,
): Promise<ListedPage> {
  const [page, until] = [pageNumber(reader), window.until ? { starts_before: window.until } : {}]
  const found = await listedPage({ ...filters, starts_after: window.before, ...until, page }, reader)
  const before = plusDays(window.first, -1)
  return page > 1 || before === undefined
    ? found
    : { ...found, running: await runningBy(filters, before, reader) }
}

/** The search as a page: by words the best match first, otherwise by day. */
export async function searchPageOf(reader: PageReader): Promise<RenderedPage> {
  const more = shapeOf(reader, { as: ['cards'], order: ['date'] })
  const isRanked =
    reader.query.has('search') && reader.query.text('search') !== '' && more.order === undefined
  const { chosen, found } = await findFiltered(reader, (filters, { sent }) => {
    const window = chosenDays(sent, reader.site.today)
    if (!isRanked) return byDay(filters, window, reader)
    const until = window.until ? { starts_before: window.until } : {}
    const ranked = { ends_after: window.before, ...until, orderby: 'relevance' as const }
    return listedPage({ ...filters, ...ranked, page: pageNumber(reader) }, reader)
  })
  return rendered(found, searchPage({ chosen, found, isRanked, more }, reader.site))
}

/** The map of search results at venues with coordinates. */
export async function mapPageOf(reader: PageReader): Promise<RenderedPage> {
  const { chosen, found } = await findFiltered(reader, (filters, { sent }) => {
    const { before, until } = chosenDays(sent, reader.site.today)
    const window = { ends_after: before, ...(until && { starts_before: until }) }
    const mapped = { ...listDefaults, ...filters, ...window, geoloc: true, per_page: MAX_MAPPED }
    return inView(reader, async (view, viewReader) => {
      const { ids, total } = await view.find(mapped)
      return { events: await eventsShownTo(viewReader, view.readView, ids), total }
    })
  })
  return rendered(found, mapPage({ chosen, found }, reader.site))
}
