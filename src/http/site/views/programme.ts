/** The programme: all events of some days as text, for a noticeboard or the page of a newspaper. */
import { lastDayOf, plusDays } from '../../../domain/time/calendar-days.ts'
import { firstDayOfEvent } from '../../../representations/html/site/dates.ts'
import type { Programme } from '../../../representations/html/site/lists/programme-parts.ts'
import { programmeRtf } from '../../../representations/html/site/lists/programme-rtf.ts'
import { programmePage } from '../../../representations/html/site/views/programme.ts'
import { compareEventStarts } from '../filters/days.ts'
import { findEventsMatchingSentFilters } from '../filters/filters.ts'
import { windowAroundDays } from '../filters/window-around.ts'
import { type ListFilters, listDefaults, shownEventsByIds } from '../lists.ts'
import { callWithEventView, type PageRequest, type RenderedPage } from '../reader.ts'

/** The days of a programme that names no last day, and the most of any. */
const USUAL_DAYS = 7
const MAX_DAYS = 92
/** The most events of a programme. */
const MAX_EVENTS = 1000

interface DaySpan {
  readonly first: string
  readonly last: string
}

/** Returns the days of a programme: by default a week from today, and never more than a programme has. */
function spanOf({ from, to }: { readonly from?: string; readonly to?: string }, today: string): DaySpan {
  const first = from ?? today
  const usual = plusDays(first, USUAL_DAYS - 1) ?? first
  const most = plusDays(first, MAX_DAYS - 1) ?? first
  const wanted = to === undefined || to < first ? usual : to
  return { first, last: wanted < most ? wanted : most }
}

async function readProgramme(
  { first, last }: DaySpan,
  filters: ListFilters,
  reader: PageRequest,
): Promise<Programme> {
  return callWithEventView(reader, async (view, viewReader) => {
    const find = await view.prepare({ ...listDefaults, ...filters })
    const { ids, total } = await find({ ...windowAroundDays(first, last), per_page: MAX_EVENTS })
    const events = await shownEventsByIds(viewReader, view.readView, ids)
    const within = events.filter((one) => firstDayOfEvent(one) <= last && first <= lastDayOf(one))
    return {
      first,
      last,
      events: [...within].sort(compareEventStarts),
      left: Math.max(0, total - ids.length),
    }
  })
}

const foundProgramme = (reader: PageRequest) =>
  findEventsMatchingSentFilters(reader, (filters, { sent }) =>
    readProgramme(spanOf(sent, reader.site.today), filters, reader),
  )

/** The page of a programme, from the day `from` to the day `to`: with status 400 if a filter is not valid. */
export async function programmeOfDaysPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { chosen, found } = await foundProgramme(reader)
  const text = programmePage(found, MAX_DAYS, chosen, reader.site)
  return found === undefined ? { status: 400, text } : text
}

/** Returns the page of a programme as text with paragraph styles: with status 400 and the reason if a filter is not valid. */
export async function programmeRtfOf(reader: PageRequest): Promise<RenderedPage> {
  const { chosen, found } = await foundProgramme(reader)
  if (found === undefined) return { status: 400, text: programmePage(found, MAX_DAYS, chosen, reader.site) }
  return { type: 'application/rtf', text: programmeRtf(found, reader.site) }
}
