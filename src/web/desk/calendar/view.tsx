/** The calendar view: a month or a week, in which events can be moved and resized. */

import { useEffect, useRef } from 'preact/hooks'
import { isDay } from '../../../domain/time/calendar-days.ts'
import { type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskSettings } from '../place.ts'
import { deskQuery, setQuery } from '../route.ts'
import { ScopeQuestion } from '../series/scope-dialog.tsx'
import { Title } from '../shell/title.tsx'
import { dayText, wallEpoch } from '../time/wall.ts'
import { now, wallTimeIn } from '../time/zones.ts'
import { locale, t } from '../words/index.ts'
import { adjacentViewDay, daysLater, shownDays, type ViewName, wallDay } from './days.ts'
import { MonthGrid, WeekGrid } from './grids.tsx'
import { changeTimes, type TimeShift } from './move.ts'

const PER_PAGE = 100
/** The maximum number of pages loaded, one after the other. */
const MAX_PAGES = 30

interface Found {
  readonly events: readonly ListedEvent[]
  /** The number of events that are not loaded, because there are too many. */
  readonly missing: number
}

/** Loads the events of every status that take place on one of these days, also in part. */
async function eventsOf(days: readonly string[]): Promise<Found> {
  const [first = '', last = ''] = [days[0] ?? '', days.at(-1) ?? '']
  // Days are compared in the zone of the site, and shown in that of the event, which may be a day away.
  const window = { ends_after: daysLater(first, -2), starts_before: daysLater(last, 1) }
  const filters = { ...window, status: 'any', per_page: PER_PAGE, orderby: 'start_date', order: 'asc' }
  const events: ListedEvent[] = []
  for (let page = 1; ; page += 1) {
    const { body, pages, total } = await loadEvents({ ...filters, page })
    events.push(...body)
    if (page >= pages) return { events, missing: 0 }
    if (page >= MAX_PAGES) return { events, missing: total - events.length }
  }
}

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** The shown period as text. */
const headingOf = (view: ViewName, day: string, days: readonly string[]) =>
  view === 'month'
    ? monthFormat.format(wallEpoch(day) ?? 0)
    : `${dayText(`${days[0]} 00:00:00`)} – ${dayText(`${days.at(-1)} 00:00:00`)}`

interface BarProps {
  readonly view: ViewName
  readonly day: string
  readonly show: (view: ViewName, day: string) => void
}

function Bar({ view, day, show }: BarProps) {
  return (
    <div class="calendar-bar">
      <button type="button" onClick={() => show(view, adjacentViewDay(view, day, -1))}>
        {t('previous')}
      </button>
      <button type="button" onClick={() => show(view, wallDay(wallTimeIn(deskSettings.zone, now())))}>
        {t('calendar.today')}
      </button>
      <button type="button" onClick={() => show(view, adjacentViewDay(view, day, 1))}>
        {t('next')}
      </button>
      {(['month', 'week'] as const).map((one) => (
        <button
          type="button"
          key={one}
          class={one === view ? 'main' : undefined}
          aria-pressed={one === view}
          onClick={() => show(one, day)}
        >
          {t(`calendar.${one}`)}
        </button>
      ))}
    </div>
  )
}

/** The calendar view. Its URL contains the shown days. */
export function CalendarView() {
  const view: ViewName = deskQuery.value.get('view') === 'week' ? 'week' : 'month'
  const dateText = deskQuery.value.get('date') ?? ''
  const day = isDay(wallDay(dateText)) ? wallDay(dateText) : wallDay(wallTimeIn(deskSettings.zone, now()))
  const days = shownDays(view, day)
  const loaded = useLoaded(() => eventsOf(days), [days[0], days.length])
  const focused = useRef(0)
  // An event that moved to another day is rendered as a new element, so that the focus must follow it.
  useEffect(() => {
    if (focused.current === 0 || loaded.isLoading) return
    document.querySelector<HTMLElement>(`[data-event="${focused.current}"] a`)?.focus()
    focused.current = 0
  }, [loaded.value, loaded.isLoading])
  const change = (event: ListedEvent, by: TimeShift) =>
    void changeTimes(event.id, by, () => {
      focused.current = event.id
      loaded.reload()
    })
  const Grid = view === 'month' ? MonthGrid : WeekGrid
  return (
    <>
      <Title text={t('calendar')} />
      <Bar {...{ view, day }} show={(next, on) => setQuery({ view: next, date: on })} />
      <p class="calendar-heading" role="status">
        {headingOf(view, day, days)}
      </p>
      <p class="hint">{t('calendar.hint')}</p>
      <LoadedContent of={loaded}>
        {({ events, missing }) => (
          <>
            {missing > 0 && <p role="status">{t('calendar.missing', { count: missing })}</p>}
            <Grid {...{ days, day, events, change }} />
          </>
        )}
      </LoadedContent>
      <ScopeQuestion />
    </>
  )
}
