/** The calendar: a month, a week or a day, in which events are made, moved and resized. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { isDay } from '../../../domain/time/calendar-days.ts'
import { useShortcutKeys } from '../keys/shortcut-keys.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal, deskQuerySignal, setQuery } from '../route.ts'
import { ScopeQuestion } from '../series/scope-dialog.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { CalendarToolbar } from './bar.tsx'
import { overlapsDays } from './bars.ts'
import type { ChangeEventTimes } from './chip.tsx'
import { DayEvents } from './day-events.tsx'
import { adjacentViewDay, shownDays, type ViewName, viewNames, wallDay } from './days.ts'
import { type GridProps, nowInSiteZone } from './grid.tsx'
import { HoursGrid } from './hours.tsx'
import { type LoadedEventsOfDays, loadEventsOfDays } from './loading.ts'
import { MonthGrid, SmallMonth } from './month.tsx'
import { openNewEventOnDay } from './moving/drawing.ts'
import { liveTimesSignal, timesText } from './moving/live.ts'
import { saveTimeShiftOfEvent } from './moving/move.ts'
import {
  type CalendarNarrowing,
  type ColoredCategories,
  isInNarrowing,
  NarrowingChips,
  narrowingQuery,
  readNarrowingFromQuery,
  useColoredCategories,
} from './narrowing.tsx'
import { shownEvent } from './shown.ts'

const narrow = matchMedia('(max-width: 48rem)')

/** Whether the window is narrow, as a telephone is. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(narrow.matches)
  useEffect(() => {
    const tell = () => setNarrow(narrow.matches)
    narrow.addEventListener('change', tell)
    return () => narrow.removeEventListener('change', tell)
  }, [])
  return isNarrow
}

/** The times of what is being dragged, beside the pointer. */
function LiveLabel() {
  const live = liveTimesSignal.value
  if (live === undefined) return null
  return (
    <div class="live-label" style={{ '--x': `${live.x}px`, '--y': `${live.y}px` }}>
      {timesText(live)}
    </div>
  )
}

function Grid(props: GridProps & { readonly isNarrow: boolean }) {
  const { isNarrow, ...grid } = props
  if (grid.view === 'month') return isNarrow ? <SmallMonth {...grid} /> : <MonthGrid {...grid} />
  if (grid.view === 'day' || !isNarrow) return <HoursGrid {...grid} />
  const { days, ...rest } = grid
  return (
    <>
      {days.map((day) => (
        <DayEvents {...rest} key={day} day={day} />
      ))}
    </>
  )
}

interface DaysProps extends Omit<GridProps, 'events'> {
  readonly found: LoadedEventsOfDays
  readonly narrowing: CalendarNarrowing
  readonly choose: (narrowing: CalendarNarrowing) => void
  readonly categories: ColoredCategories
}

/** The events of the shown days, and the chips that choose among them. */
function Days({ found: { events, missing }, narrowing, choose, categories, ...grid }: DaysProps) {
  const isNarrow = useNarrow()
  const { days, day } = grid
  const all = events
    .map((event) => shownEvent(event, categories.hues))
    .filter((shown) => overlapsDays(shown, days[0] ?? day, days.at(-1) ?? day))
  return (
    <>
      <NarrowingChips {...{ narrowing, categories }} events={all} onChange={choose} />
      {missing > 0 && <p role="status">{t('calendar.missing', { count: missing })}</p>}
      <Grid {...grid} isNarrow={isNarrow} events={all.filter((shown) => isInNarrowing(narrowing, shown))} />
    </>
  )
}

/** The view, its day and days and the chosen events, as the address has them, and the functions that change them. */
function useAddress() {
  const view = viewNames.find((one) => one === deskQuerySignal.value.get('view')) ?? 'month'
  const date = wallDay(deskQuerySignal.value.get('date') ?? '')
  const day = isDay(date) ? date : wallDay(nowInSiteZone())
  const narrowing = readNarrowingFromQuery()
  const show = (next: ViewName, on: string) =>
    setQuery({ view: next, date: on, ...narrowingQuery(narrowing) })
  const choose = (chosen: CalendarNarrowing) => setQuery({ view, date: day, ...narrowingQuery(chosen) })
  return { view, day, days: shownDays(view, day), narrowing, show, choose }
}

/** The keys of the calendar. */
function useCalendarKeys({ view, day, show }: Pick<GridProps, 'view' | 'day' | 'show'>): void {
  useShortcutKeys({
    t: () => show(view, wallDay(nowInSiteZone())),
    m: () => show('month', day),
    w: () => show('week', day),
    d: () => show('day', day),
    j: () => show(view, adjacentViewDay(view, day, 1)),
    k: () => show(view, adjacentViewDay(view, day, -1)),
    n: () =>
      openNewEventOnDay(document.activeElement?.closest('[data-day]')?.getAttribute('data-day') ?? day),
  })
}

/** The calendar. Its address contains the shown days. */
export function CalendarView() {
  const { view, day, days, narrowing, show, choose } = useAddress()
  const group = deskGroupIdSignal.value
  const loaded = useLoaded(() => loadEventsOfDays(days, group), [days[0], days.length, group])
  const categories = useColoredCategories()
  const focused = useRef(0)
  useCalendarKeys({ view, day, show })
  // An event that moved to another day is rendered as a new element, so that the focus must follow it.
  useEffect(() => {
    if (focused.current === 0 || loaded.isLoading) return
    document.querySelector<HTMLElement>(`[data-event="${focused.current}"] a`)?.focus()
    focused.current = 0
  }, [loaded.value, loaded.isLoading])
  const change: ChangeEventTimes = ({ event }, by) =>
    void saveTimeShiftOfEvent(event.id, by, () => {
      focused.current = event.id
      loaded.reload()
    })
  return (
    <>
      <ViewHeading text={t('calendar')} />
      <CalendarToolbar {...{ view, day, days, show }} />
      <LoadedContent of={loaded}>
        {(found) => (
          <Days {...{ view, day, days, narrowing, choose, change, show, categories }} found={found} />
        )}
      </LoadedContent>
      <LiveLabel />
      <ScopeQuestion />
    </>
  )
}
