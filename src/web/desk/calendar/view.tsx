/** The calendar: a month, a week or a day, in which events are made, moved and resized. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { isDay } from '../../../domain/time/timestamp.ts'
import type { Category } from '../api/types.ts'
import { type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal, deskQuerySignal, setQuery } from '../route.ts'
import { ScopeQuestion } from '../series/scope-dialog.tsx'
import { useShortcutKeys } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { type CategoryHues, huesOfCategories } from '../terms/hues.ts'
import { loadAllCategories } from '../terms/terms.ts'
import { daysRangeText, dayText, wallEpoch } from '../time/wall.ts'
import { locale, t } from '../words/index.ts'
import type { ChangeEventTimes } from './chip.tsx'
import { adjacentViewDay, daysLater, shownDays, type ViewName, viewNames, wallDay } from './days.ts'
import { openNewEventOnDay } from './dragging.ts'
import { type GridProps, nowInSiteZone } from './grid.tsx'
import { DayEvents, HoursGrid, MonthGrid, SmallMonth } from './grids.tsx'
import { liveTimesSignal, type ShownEvent, saveTimeShiftOfEvent, shownEvent, timesText } from './moving.ts'
import { overlapsDays } from './placing.ts'

// The head of the calendar: the shown days, the way to others, and the views.

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const daysFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

interface BarProps {
  readonly view: ViewName
  readonly day: string
  readonly days: readonly string[]
  readonly show: (view: ViewName, day: string) => void
}

/** The shown days as text. */
function headingOf({ view, day, days }: Omit<BarProps, 'show'>): string {
  if (view === 'month') return monthFormat.format(wallEpoch(day) ?? 0)
  if (view === 'day') return dayText(`${day} 00:00:00`)
  return daysRangeText(daysFormat, days[0] ?? '', days.at(-1) ?? '')
}

/** The buttons, and the days as a heading. */
function CalendarToolbar({ view, day, days, show }: BarProps) {
  const step = (by: 1 | -1) => (
    <button
      type="button"
      class="step"
      aria-label={t(by === 1 ? 'next' : 'previous')}
      onClick={() => show(view, adjacentViewDay(view, day, by))}
    >
      <span aria-hidden="true">{by === 1 ? '›' : '‹'}</span>
    </button>
  )
  return (
    <div class="calendar-bar">
      <button type="button" onClick={() => show(view, wallDay(nowInSiteZone()))}>
        {t('calendar.today')}
      </button>
      {step(-1)}
      {step(1)}
      <p class="calendar-heading" role="status">
        {headingOf({ view, day, days })}
      </p>
      <fieldset class="choices">
        <legend class="unseen">{t('calendar.view')}</legend>
        {viewNames.map((one) => (
          <button type="button" key={one} aria-pressed={one === view} onClick={() => show(one, day)}>
            {t(`calendar.${one}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

// Loads the events of the calendar.

const PER_PAGE = 100
/** The maximum number of pages loaded, some at once. */
const MAX_PAGES = 30
const AT_ONCE = 4

/** The events of some days. */
interface LoadedEventsOfDays {
  readonly events: readonly ListedEvent[]
  /** The number of events that are not loaded, because there are too many. */
  readonly missing: number
}

/** Loads the events of every status that take place on one of these days, also in part; of one group, if it is not empty. */
async function loadEventsOfDays(days: readonly string[], group: string): Promise<LoadedEventsOfDays> {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  // All-day events are found by their days in their own zone, which may be a day away.
  const window = { ends_after: daysLater(first, -2), starts_before: daysLater(last, 1) }
  const filters = { ...window, group, status: 'any', per_page: PER_PAGE, orderby: 'start_date', order: 'asc' }
  const { body, pages, total } = await loadEvents({ ...filters, page: 1 })
  const events = [...body]
  const count = Math.min(pages, MAX_PAGES)
  for (let from = 2; from <= count; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, at) => from + at)
    const loaded = await Promise.all(some.map((page) => loadEvents({ ...filters, page })))
    events.push(...loaded.flatMap((one) => one.body))
  }
  // A page may begin again with an event that another one moved meanwhile.
  const known = new Map(events.map((event) => [event.id, event]))
  return { events: [...known.values()], missing: Math.max(total - known.size, 0) }
}

// Which events the calendar shows: those of chosen categories, or without a place. The choice is in the address.

/** The chosen categories, as the address has them, and whether only events without a place are shown. */
interface CalendarNarrowing {
  readonly categories: ReadonlySet<number>
  readonly isPlaceless: boolean
}

/** Returns the choice in the query of the view. */
const readNarrowingFromQuery = (): CalendarNarrowing => ({
  categories: new Set((deskQuerySignal.value.get('category') ?? '').split(',').filter(Boolean).map(Number)),
  isPlaceless: deskQuerySignal.value.get('placeless') === '1',
})

/** Returns the query of a choice. */
const narrowingQuery = ({ categories, isPlaceless }: CalendarNarrowing) => ({
  category: [...categories].join(),
  placeless: isPlaceless ? '1' : '',
})

/** Returns whether the calendar shows an event. */
const isInNarrowing = ({ categories, isPlaceless }: CalendarNarrowing, shown: ShownEvent): boolean =>
  (categories.size === 0 || shown.event.categories.some(({ id }) => categories.has(id))) &&
  (!isPlaceless || shown.isPlaceless)

/** All categories, and their colours. */
interface ColoredCategories {
  readonly all: readonly Category[]
  readonly hues: CategoryHues
}

/** Loads the categories. There are none until they are loaded. */
function useColoredCategories(): ColoredCategories {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  return { all, hues: huesOfCategories(all) }
}

interface ChipsProps {
  readonly narrowing: CalendarNarrowing
  readonly categories: ColoredCategories
  readonly events: readonly ShownEvent[]
  readonly onChange: (narrowing: CalendarNarrowing) => void
}

/** A chip for each category of the shown days, and one for what has no place. */
function NarrowingChips({ narrowing, categories: { all, hues }, events, onChange }: ChipsProps) {
  const shownIds = new Set(events.flatMap(({ event }) => event.categories.map(({ id }) => id)))
  const offered = all.filter(({ id }) => shownIds.has(id) || narrowing.categories.has(id))
  const placeless = events.filter(({ isPlaceless }) => isPlaceless).length
  const toggle = (id: number) => {
    const categories = new Set(narrowing.categories)
    if (!categories.delete(id)) categories.add(id)
    onChange({ ...narrowing, categories })
  }
  if (offered.length === 0 && placeless === 0 && !narrowing.isPlaceless) return null
  return (
    <fieldset class="narrowing">
      <legend class="unseen">{t('calendar.narrow')}</legend>
      {offered.map(({ id, name }) => (
        <button
          type="button"
          key={id}
          class="choice"
          aria-pressed={narrowing.categories.has(id)}
          style={{ '--hue': hues.get(id) ?? '' }}
          onClick={() => toggle(id)}
        >
          <i aria-hidden="true" />
          {name}
        </button>
      ))}
      {(placeless > 0 || narrowing.isPlaceless) && (
        <button
          type="button"
          class="choice"
          aria-pressed={narrowing.isPlaceless}
          onClick={() => onChange({ ...narrowing, isPlaceless: !narrowing.isPlaceless })}
        >
          {t('calendar.placeless.count', { count: placeless })}
        </button>
      )}
    </fieldset>
  )
}

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
