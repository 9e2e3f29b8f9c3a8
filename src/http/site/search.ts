/** The search page, and the map of its results. */
import { plusDays } from '../../domain/time/calendar-days.ts'
import type { Listed } from '../../representations/html/site/lists/timeline.ts'
import { mapPage } from '../../representations/html/site/map/page.ts'
import { searchPage } from '../../representations/html/site/views/search.ts'
import { chosenDays, findFiltered } from './filters/filters.ts'
import { defaults, type Filters, listed, runningBy, shownTo } from './lists.ts'
import { inView, pageOf, type Reader, type RenderedPage, shapeOf } from './reader.ts'

/** Maximum events on a map. */
const MAX_MAPPED = 300

/** A page with status 400 if the filters are invalid. */
const rendered = (found: unknown, text: string): RenderedPage =>
  found === undefined ? { status: 400, text } : text

/** The results by day: the events that begin in the window, and on the first page those that go on. */
async function byDay(
  filters: Filters,
  window: ReturnType<typeof chosenDays>,
  reader: Reader,
): Promise<Listed> {
  const [page, until] = [pageOf(reader), window.until ? { starts_before: window.until } : {}]
  const found = await listed({ ...filters, starts_after: window.before, ...until, page }, reader)
  const before = plusDays(window.first, -1)
  return page > 1 || before === undefined
    ? found
    : { ...found, running: await runningBy(filters, before, reader) }
}

/** The search as a page: by words the best match first, otherwise by day. */
export async function searched(reader: Reader): Promise<RenderedPage> {
  const more = shapeOf(reader, { as: ['cards'], order: ['date'] })
  const isRanked =
    reader.query.has('search') && reader.query.text('search') !== '' && more.order === undefined
  const { chosen, found } = await findFiltered(reader, (filters, { sent }) => {
    const window = chosenDays(sent, reader.site.today)
    if (!isRanked) return byDay(filters, window, reader)
    const until = window.until ? { starts_before: window.until } : {}
    const ranked = { ends_after: window.before, ...until, orderby: 'relevance' as const }
    return listed({ ...filters, ...ranked, page: pageOf(reader) }, reader)
  })
  return rendered(found, searchPage({ chosen, found, isRanked, more }, reader.site))
}

/** The map of search results at venues with coordinates. */
export async function mapped(reader: Reader): Promise<RenderedPage> {
  const { chosen, found } = await findFiltered(reader, (filters, { sent }) => {
    const { before, until } = chosenDays(sent, reader.site.today)
    const window = { ends_after: before, ...(until && { starts_before: until }) }
    const mapped = { ...defaults, ...filters, ...window, geoloc: true, per_page: MAX_MAPPED }
    return inView(reader, async (view, viewReader) => {
      const { ids, total } = await view.find(mapped)
      return { events: await shownTo(viewReader, view.readView, ids), total }
    })
  })
  return rendered(found, mapPage({ chosen, found }, reader.site))
}
