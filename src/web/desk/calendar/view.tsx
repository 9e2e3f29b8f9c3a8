import { useEffect, useRef, useState } from 'preact/hooks'
import { isDay } from '../../../domain/time/timestamp.ts'
import { loadAllPages } from '../api/api.ts'
import type { Category } from '../api/types.ts'
import { type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal, deskQuerySignal, setQuery } from '../route.ts'
import { useShortcutKeys } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { type CategoryHues, huesOfCategories } from '../terms/hues.ts'
import { loadAllCategories } from '../terms/terms.ts'
import { daysRangeText, dayText, todayOfSite, wallEpoch } from '../time/wall.ts'
import { listText, locale, t } from '../words/index.ts'
import type { ChangeEventTimes } from './chip.tsx'
import { daysLater, wallDay } from './days.ts'
import { openNewEventOnDay } from './dragging.ts'
import { DayEvents, type GridProps, HoursGrid, MonthGrid, SmallMonth } from './grids.tsx'
import { liveTimesSignal, type ShownEvent, saveTimeShiftOfEvent, shownEvent, timesText } from './moving.ts'
import { overlapsDays, runsLong } from './placing.ts'
import { adjacentViewDay, shownDays, type ViewName, viewNames } from './weeks.ts'

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

function headingOf({ view, day, days }: Omit<BarProps, 'show'>): string {
  if (view === 'month') return monthFormat.format(wallEpoch(day) ?? 0)
  if (view === 'day') return dayText(`${day} 00:00:00`)
  return daysRangeText(daysFormat, days[0] ?? '', days.at(-1) ?? '')
}

function CalendarToolbar({ view, day, days, show }: BarProps) {
  const step = (by: 1 | -1) => (
    <IconButton
      icon="chevron-right"
      label={t(by === 1 ? 'next' : 'previous')}
      class={by === 1 ? 'turn' : 'turn back'}
      onClick={() => show(view, adjacentViewDay(view, day, by))}
    />
  )
  return (
    <div class="calendar-bar">
      <Button onClick={() => show(view, todayOfSite())} label={t('calendar.today')} />
      {step(-1)}
      {step(1)}
      <p class="calendar-heading" role="status">
        {headingOf({ view, day, days })}
      </p>
      <fieldset class="choices">
        <legend class="unseen">{t('calendar.view')}</legend>
        {viewNames.map((one) => (
          <Button
            key={one}
            aria-pressed={one === view}
            onClick={() => show(one, day)}
            label={t(`calendar.${one}`)}
          />
        ))}
      </fieldset>
    </div>
  )
}

const PER_PAGE = 100
const MAX_PAGES = 30

interface LoadedEventsOfDays {
  readonly days: readonly string[]
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
  let total = 0
  const load = async (page: number) => {
    const response = await loadEvents({ ...filters, page })
    total = Math.max(total, response.total)
    return response
  }
  const events = await loadAllPages(load, undefined, MAX_PAGES)
  // A page may begin again with an event that another one moved meanwhile.
  const known = new Map(events.map((event) => [event.id, event]))
  return { days, events: [...known.values()], missing: Math.max(total - known.size, 0) }
}

// Which events the calendar shows: those of chosen categories, or without a place. The choice is in the address.

/** Changes values in the address, and keeps the others. */
const changeQuery = (changed: Readonly<Record<string, string>>) =>
  setQuery({ ...Object.fromEntries(deskQuerySignal.value), ...changed })

/** The chosen categories, and whether only events without a place are shown, as the address has them. */
const chosenCategories = (): ReadonlySet<number> =>
  new Set((deskQuerySignal.value.get('category') ?? '').split(',').filter(Boolean).map(Number))
const isPlacelessAlone = () => deskQuerySignal.value.get('placeless') === '1'

function isChosen({ event, isPlaceless }: ShownEvent): boolean {
  const chosen = chosenCategories()
  const isOfChosen = chosen.size === 0 || event.categories.some(({ id }) => chosen.has(id))
  return isOfChosen && (isPlaceless || !isPlacelessAlone())
}

interface ColoredCategories {
  readonly all: readonly Category[]
  readonly hues: CategoryHues
}

function useColoredCategories(): ColoredCategories {
  const { value: all = [] } = useLoaded(loadAllCategories, [])
  return { all, hues: huesOfCategories(all) }
}

interface ChipsProps {
  readonly categories: ColoredCategories
  readonly events: readonly ShownEvent[]
}

/** A chip for each category of the shown days, and one for what has no place. */
function NarrowingChips({ categories: { all, hues }, events }: ChipsProps) {
  const chosen = chosenCategories()
  const isAlone = isPlacelessAlone()
  const shownIds = new Set(events.flatMap(({ event }) => event.categories.map(({ id }) => id)))
  const offered = all.filter(({ id }) => shownIds.has(id) || chosen.has(id))
  const placeless = events.filter(({ isPlaceless }) => isPlaceless).length
  const toggle = (id: number) => {
    const next = chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]
    changeQuery({ category: next.join() })
  }
  if (offered.length === 0 && placeless === 0 && !isAlone) return null
  return (
    <fieldset class="narrowing">
      <legend class="unseen">{t('calendar.narrow')}</legend>
      {offered.map(({ id, name }) => (
        <Button
          key={id}
          class="choice"
          aria-pressed={chosen.has(id)}
          style={{ '--hue': hues.get(id) ?? '' }}
          onClick={() => toggle(id)}
        >
          <i aria-hidden="true" />
          {name}
        </Button>
      ))}
      {(placeless > 0 || isAlone) && (
        <Button
          class="choice"
          aria-pressed={isAlone}
          onClick={() => changeQuery({ placeless: isAlone ? '' : '1' })}
          label={t('calendar.placeless.count', { count: placeless })}
        />
      )}
    </fieldset>
  )
}

/** What goes on for weeks, the soonest end first: in one line of names, and once unfolded with the days. */
function LongRunning({ events }: { readonly events: readonly ShownEvent[] }) {
  const own = events.filter(runsLong).toSorted((one, other) => one.end.localeCompare(other.end))
  if (own.length === 0) return null
  return (
    <details class="part running">
      <summary>
        <span class="name">{t('calendar.long-running')}</span>
        <span class="value">{listText(own.map(({ event }) => event.title))}</span>
      </summary>
      <div>
        {own.map(({ event, start, end, hue = 'var(--edge)' }) => (
          <Link key={event.id} to={`/events/${event.id}`}>
            <i aria-hidden="true" style={{ '--hue': hue }} /> {event.title}{' '}
            <span class="detail">{daysRangeText(daysFormat, start, end)}</span>
          </Link>
        ))}
      </div>
    </details>
  )
}

const narrow = matchMedia('(max-width: 48rem)')

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

interface DaysProps extends Omit<GridProps, 'events' | 'areKnown'> {
  readonly found: LoadedEventsOfDays
  readonly categories: ColoredCategories
}

/** The events of the shown days, and the chips that choose among them. */
function Days({ found: { days: known, events, missing }, categories, ...grid }: DaysProps) {
  const isNarrow = useNarrow()
  const { days, day } = grid
  const all = events
    .map((event) => shownEvent(event, categories.hues))
    .filter((shown) => overlapsDays(shown, days[0] ?? day, days.at(-1) ?? day))
  const chosen = all.filter(isChosen)
  return (
    <>
      <NarrowingChips categories={categories} events={all} />
      {missing > 0 && <p role="status">{t('calendar.missing', { count: missing })}</p>}
      <LongRunning events={chosen} />
      <Grid {...grid} isNarrow={isNarrow} events={chosen} areKnown={known.join() === days.join()} />
    </>
  )
}

/** The view, its day and its days, as the address has them, and the function that shows others. */
function useAddress() {
  const view = viewNames.find((one) => one === deskQuerySignal.value.get('view')) ?? 'month'
  const date = wallDay(deskQuerySignal.value.get('date') ?? '')
  const day = isDay(date) ? date : todayOfSite()
  const show = (next: ViewName, on: string) => changeQuery({ view: next, date: on })
  return { view, day, days: shownDays(view, day), show }
}

function useCalendarKeys({ view, day, show }: Pick<GridProps, 'view' | 'day' | 'show'>): void {
  const keys = {
    t: () => show(view, todayOfSite()),
    m: () => show('month', day),
    w: () => show('week', day),
    d: () => show('day', day),
    j: () => show(view, adjacentViewDay(view, day, 1)),
    k: () => show(view, adjacentViewDay(view, day, -1)),
    n: () =>
      openNewEventOnDay(document.activeElement?.closest('[data-day]')?.getAttribute('data-day') ?? day),
  }
  useShortcutKeys(keys, [
    ['m', t('calendar.month')],
    ['w', t('calendar.week')],
    ['d', t('calendar.day')],
    ['t', t('calendar.today')],
    ['j', t('next')],
    ['k', t('previous')],
    ['Shift+← ↑ ↓ →', t('key.move')],
    ['Alt+Shift+← ↑ ↓ →', t('key.stretch')],
  ])
}

/** The calendar. Its address contains the shown days. */
export function CalendarView() {
  const { view, day, days, show } = useAddress()
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
      <ViewHeading text={t('calendar')}>
        <CalendarToolbar {...{ view, day, days, show }} />
      </ViewHeading>
      <LoadedContent of={loaded}>
        {(found) => <Days {...{ view, day, days, change, show, categories, found }} />}
      </LoadedContent>
      <LiveLabel />
    </>
  )
}
