/** The event that an old address of an occurrence means: the series and the day (contract §12). */
import { type Context, viewerOf } from '../../actions/context.ts'
import { listItems } from '../../actions/list.ts'
import { parseListArgs } from '../../contract/resources/parse.ts'
import { plusDays } from '../../domain/time/calendar-days.ts'

/** The occurrence of a series that begins on a day in its own zone; undefined if none does, or the reader can't see it. */
async function occurrenceOn(series: number, day: string, context: Context): Promise<string | undefined> {
  const [from, to] = [plusDays(day, -1), plusDays(day, 1)]
  if (from === undefined || to === undefined) return undefined
  const args = parseListArgs('event', {
    series: [series],
    start_date: from,
    starts_before: to,
    per_page: 100,
  })
  const { items } = await listItems('event', args, context)
  return items.find(({ record }) => record.start_date.startsWith(day))?.record.slug
}

/** The item that has a slug, or had it, if the reader may see it. */
async function seen<N extends 'event' | 'series'>(name: N, slug: string, context: Context) {
  return context.store.snapshot(async (store) => {
    const former = async () => {
      const id = await store.itemOfFormerSlug(name, slug)
      return id === undefined ? undefined : store.find(name, { id }, context.moment)
    }
    const record = (await store.find(name, { slug }, context.moment)) ?? (await former())
    if (record === undefined) return undefined
    return (await store.visible(name, [record.id], viewerOf(context))).has(record.id) ? record : undefined
  })
}

/**
 * Returns the path of the page of the event with a slug, or of the occurrence on a day of the series that the event is of or that
 * has this slug. Addresses of nothing lead to the page of the event, which is not found.
 */
export async function eventPathOnDay(slug: string, day: string, context: Context): Promise<string> {
  const own = `event/${encodeURIComponent(slug)}/`
  const event = await seen('event', slug, context)
  if (event !== undefined && (event.series === null || event.start_date.startsWith(day))) return own
  const series = event?.series ?? (await seen('series', slug, context))?.id
  if (series === undefined || series === null) return own
  const found = await occurrenceOn(series, day, context)
  if (found !== undefined) return `event/${encodeURIComponent(found)}/`
  return event === undefined ? `series/${encodeURIComponent(slug)}/` : own
}

/** Where the page and the calendar of an item are: below the base, and below the namespace. */
interface PageAndCalendarPaths {
  readonly page: string
  readonly calendar: string
}

/**
 * Returns the paths of the event with a slug, or of the series with it, which the plugin has at the same address; `ofSeries` prefers the
 * series, also that of the event. Of nothing, those of an event, which is not found.
 */
export async function pathsOfEventOrSeries(
  slug: string,
  ofSeries: boolean,
  context: Context,
): Promise<PageAndCalendarPaths> {
  const event = await seen('event', slug, context)
  const series = await seen('series', slug, context)
  const id = ofSeries ? (series?.id ?? event?.series) : event === undefined ? series?.id : undefined
  const found = id == null ? undefined : await context.store.find('series', { id }, context.moment)
  if (found !== undefined)
    return { page: `series/${encodeURIComponent(found.slug)}/`, calendar: `events.ics?series=${found.id}` }
  const own = encodeURIComponent(event?.slug ?? slug)
  return { page: `event/${own}/`, calendar: `events/by-slug/${own}.ics` }
}
