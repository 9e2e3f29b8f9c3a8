import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { DayGrid } from '../parts/day-picker.tsx'
import { Icon } from '../parts/link.tsx'
import { useMeasure } from '../parts/measure.ts'
import { dayText, minutesBetween, nowInSiteZone, timeText, todayOfSite, wallEpoch } from '../time/wall.ts'
import { locale, t } from '../words/index.ts'
import { type ChangeEventTimes, EventChip } from './chip.tsx'
import { DAY_MINUTES, wallDay } from './days.ts'
import { drawNewEventByDrag, openNewEventByClick, openNewEventOnDay } from './dragging.ts'
import { liveTimesSignal, type ShownEvent, timesText } from './moving.ts'
import {
  barsInLanes,
  boxesInLanes,
  type EventBar,
  eventBars,
  eventBoxes,
  isDrawnOn,
  isShownAboveHours,
  minuteOfStart,
} from './placing.ts'
import { type ViewName, weeksOfMonthAround } from './weeks.ts'

export interface GridProps {
  readonly view: ViewName
  readonly days: readonly string[]
  /** The day of the address. In a month, days of other months have a weaker style. */
  readonly day: string
  readonly events: readonly ShownEvent[]
  /** Whether the events of these days are loaded. */
  readonly areKnown: boolean
  readonly change: ChangeEventTimes
  readonly show: (view: ViewName, day: string) => void
}

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })

const weekdayText = (day: string): string => weekday.format(wallEpoch(day) ?? 0)

const ariaCurrentOfDay = (day: string) => (day === todayOfSite() ? ('date' as const) : undefined)

/** Minutes of a day as a share of its height. */
const dayHeightPercentText = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`

interface DayHeadProps extends Pick<GridProps, 'show'> {
  readonly day: string
  readonly children: ComponentChildren
}

function DayHead({ day, show, children }: DayHeadProps) {
  return (
    <Button
      class="day"
      data-head={day}
      aria-current={ariaCurrentOfDay(day)}
      aria-label={dayText(`${day} 00:00:00`)}
      onClick={() => show('day', day)}
    >
      {children}
    </Button>
  )
}

const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Returns the height in rem from an edge of an element to the end of the window, for what fills it. */
const useHeightLeft = (element: RefObject<HTMLElement | null>, edge: 'top' | 'bottom'): number =>
  useMeasure(element, (one) => (innerHeight - one.getBoundingClientRect()[edge] - scrollY) / rem() - 1)

// The events of a day as a list, for narrow screens.

/** The day with its events, all-day ones first, and a button for a new one. */
export function DayEvents({
  view,
  day,
  events,
  areKnown,
  change,
}: Pick<GridProps, 'view' | 'day' | 'events' | 'areKnown' | 'change'>) {
  const own = events
    .filter((shown) => isDrawnOn(shown, day))
    .toSorted(
      (one, other) =>
        Number(other.event.all_day) - Number(one.event.all_day) || one.start.localeCompare(other.start),
    )
  const text = dayText(`${day} 00:00:00`)
  return (
    <section class="day-events" data-day={day} aria-label={text} aria-current={ariaCurrentOfDay(day)}>
      <h2>
        {text}
        <Button class="quiet" onClick={() => openNewEventOnDay(day)}>
          {t('calendar.new')}
          <span class="unseen"> {text}</span>
        </Button>
      </h2>
      {own.length === 0 && areKnown && <p class="hint">{t('calendar.none')}</p>}
      {own.map((shown) => (
        <EventChip key={shown.event.id} {...{ view, shown, change }} />
      ))}
    </section>
  )
}

// A row of days with events as bars: a week of a month, or what lies above the hours of a week.

const barClass = ({ isFromBefore, isGoingOn, span }: EventBar) =>
  [span > 1 ? 'long' : '', isFromBefore ? 'from-before' : '', isGoingOn ? 'going-on' : '']
    .filter(Boolean)
    .join(' ')

const columnOf = (column: number, span = 1) => ({ '--column': String(column + 1), '--span': String(span) })

interface MoreProps {
  readonly hidden: readonly number[]
  readonly lane: number
  readonly showAll: () => void
}

function MoreButtons({ hidden, lane, showAll }: MoreProps) {
  return (
    <>
      {hidden.map(
        (count, column) =>
          count > 0 && (
            <Button
              key={column}
              class="more quiet"
              style={{ ...columnOf(column), '--lane': String(lane + 2) }}
              onClick={showAll}
              label={t('calendar.more', { count })}
            />
          ),
      )}
    </>
  )
}

interface RowProps extends Pick<GridProps, 'view' | 'days' | 'events' | 'change'> {
  readonly lanes: number
  readonly head?: (day: string) => ComponentChildren
  readonly cellClass?: (day: string) => string | undefined
}

/** The row: a cell for each day, and above the cells the bars. What does not fit is shown by a button. */
function DaysRow({ view, days, events, change, lanes, head, cellClass }: RowProps) {
  const [isWhole, setWhole] = useState(false)
  const bars = eventBars(events, days)
  const { shown, hidden } = barsInLanes(bars, isWhole ? bars.length : lanes, days.length)
  const needed = Math.max(
    0,
    ...shown.map(({ lane }) => lane + 1),
    ...hidden.map((count) => count && lanes + 1),
  )
  return (
    <div class="days-row" style={{ '--lanes': String(Math.max(needed, 1)) }}>
      {days.map((day, column) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: a key and a button create events, too
        // biome-ignore lint/a11y/useKeyWithClickEvents: the key of every view and the links of days do the same
        <div
          key={day}
          class={['cell', cellClass?.(day) ?? ''].filter(Boolean).join(' ')}
          style={columnOf(column)}
          data-day={day}
          onClick={openNewEventByClick}
          onPointerDown={drawNewEventByDrag}
        >
          {head?.(day)}
        </div>
      ))}
      {shown.map((bar) => (
        <EventChip
          key={bar.shown.event.id}
          view={view}
          shown={bar.shown}
          change={change}
          class={barClass(bar)}
          style={{ ...columnOf(bar.column, bar.span), '--lane': String(bar.lane + 2) }}
        />
      ))}
      <MoreButtons hidden={hidden} lane={lanes} showAll={() => setWhole(true)} />
    </div>
  )
}

// A month: weeks with events as bars across their days; on narrow screens a small month above the events of a day.

const MAX_DOTS = 3
/** In rem: the names of the days, the figure of a day, and an event below it. */
const [NAMES, FIGURE, LANE] = [1.6, 1.6, 1.625]
/** In rem, the least height of a week: an event, and how many more there are. */
const WEEK = FIGURE + 2 * LANE

const isOutside = (one: string, day: string) => one.slice(0, 7) !== day.slice(0, 7)

/** A month that fills the window: each week has as many events as there is room for, and a button for more. */
export function MonthGrid({ view, days, day, events, change, show }: GridProps) {
  const month = useRef<HTMLDivElement>(null)
  const weeks = weeksOfMonthAround(day)
  const height = Math.max(useHeightLeft(month, 'top'), NAMES + weeks.length * WEEK)
  const lanes = Math.floor(((height - NAMES) / weeks.length - FIGURE) / LANE) - 1
  return (
    <div class="month" ref={month} style={{ 'min-block-size': `${height}rem` }}>
      <div class="weekdays" aria-hidden="true">
        {days.slice(0, 7).map((one) => (
          <span key={one}>{weekdayText(one)}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <DaysRow
          key={week[0]}
          days={week}
          lanes={lanes}
          cellClass={(one) => (isOutside(one, day) ? 'outside' : undefined)}
          head={(one) => (
            <DayHead day={one} show={show}>
              {Number(one.slice(8))}
            </DayHead>
          )}
          {...{ view, events, change }}
        />
      ))}
    </div>
  )
}

/** A month to tap, and the events of the chosen day. */
export function SmallMonth({ view, day, events, areKnown, change, show }: GridProps) {
  const go = (one: string) => show('month', one)
  const dotsOf = (one: string) => {
    const own = events.filter((shown) => isDrawnOn(shown, one))
    const hues = [...new Set(own.map(({ hue = 'var(--edge)' }) => hue))].slice(0, MAX_DOTS)
    return (
      <span class="dots">
        {hues.map((hue) => (
          <i key={hue} style={{ '--hue': hue }} />
        ))}
      </span>
    )
  }
  return (
    <>
      <DayGrid day={day} chosen={day} today={todayOfSite()} choose={go} show={go} marksOf={dotsOf} />
      <DayEvents {...{ view, day, events, areKnown, change }} />
    </>
  )
}

// Days with hours: long events as bars above, the others as boxes in the hours.

const LANES_ABOVE_HOURS = 4
const HOUR = 60
/** In rem: the least height of an hour, a line of text in a box, and the heights below which a box has room for the title alone. */
const [LOWEST_HOUR, LINE, SHORT, BRIEF] = [2.25, 1.08, 2.4, 5]
/** In rem: the width of the labels of the hours, the least one of a box beside others, in which a title can be read, and that of a usual one. */
const [CLOCK, NARROWEST, USUAL] = [4.25, 4.5, 8]
/** Half the height of an hour's label in pixels: it stands over the line of its hour, and is not cut off below the head. */
const HALF_LABEL = 10
/** The first hour that is not folded, unless an event begins earlier. */
const MORNING = 8
/** In a week, an event before this hour unfolds the hours of no other day: the head of its day tells of it. */
const NIGHT_ENDS = 6

const clockText = (hour: number) => timeText(`2027-01-01 ${String(hour).padStart(2, '0')}:00:00`)

/** The place on a day of what is being dragged. */
function LiveBox({ day }: { readonly day: string }) {
  const live = liveTimesSignal.value
  if (live === undefined || live.isAllDay || wallDay(live.start) > day || wallDay(live.end) < day) return null
  const from = Math.max(minutesBetween(`${day} 00:00:00`, live.start) ?? 0, 0)
  const until = Math.min(minutesBetween(`${day} 00:00:00`, live.end) ?? 0, DAY_MINUTES)
  if (until <= from) return null
  return (
    <div
      class="live-box"
      aria-hidden="true"
      style={{ '--top': dayHeightPercentText(from), '--height': dayHeightPercentText(until - from) }}
    >
      {wallDay(live.start) === day && timesText(live)}
    </div>
  )
}

/** The present, which goes on: a line in the hours of its day, and its time beside them. */
function Now({ days, hasText = false }: { readonly days: readonly string[]; readonly hasText?: boolean }) {
  const [present, setPresent] = useState(nowInSiteZone)
  useEffect(() => {
    const timer = setInterval(() => setPresent(nowInSiteZone()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const day = wallDay(present)
  if (!days.includes(day)) return null
  const top = dayHeightPercentText(minutesBetween(`${day} 00:00:00`, present) ?? 0)
  return (
    <div class={hasText ? 'now-text' : 'now'} aria-hidden="true" style={{ '--top': top }}>
      {hasText && timeText(present)}
    </div>
  )
}

interface HoursProps extends Pick<GridProps, 'view' | 'events' | 'change' | 'show'> {
  readonly day: string
  /** The first hour that is shown, and in rem the height of one and the width of the day. */
  readonly first: number
  readonly hour: number
  readonly wide: number
}

function HoursOfDay({ day, view, events, change, show, first, hour, wide }: HoursProps) {
  // A week leads to the day for what it has no room for. The day leads nowhere: it shows all, however narrow.
  const most = view === 'day' ? Infinity : Math.max(Math.floor(wide / NARROWEST), 2)
  const { shown: boxes, hidden } = boxesInLanes(eventBoxes(events, day, first * HOUR), most)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key and a button create events, too
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key of every view does the same
    <div
      class="hours"
      data-day={day}
      data-hours=""
      onClick={openNewEventByClick}
      onPointerDown={drawNewEventByDrag}
    >
      {boxes.map(({ shown, top, height, lane, lanes, width, hasMore }) => {
        const tall = (height / HOUR) * hour
        const size = tall < SHORT ? 'short' : tall < BRIEF ? 'brief' : ''
        const isBeside = lanes > 1 && (wide * width) / lanes < USUAL
        return (
          <EventChip
            key={shown.event.id}
            hasHours
            class={[size, isBeside ? 'beside' : '', hasMore ? 'has-more' : ''].filter(Boolean).join(' ')}
            style={{
              '--top': dayHeightPercentText(top),
              '--height': dayHeightPercentText(height),
              '--lines': String(Math.max(Math.floor(tall / LINE), 1)),
              '--at': String(lane / lanes),
              '--width': String(width / lanes),
            }}
            {...{ view, shown, change }}
          />
        )
      })}
      {hidden.map(({ top, height, events: others }) => (
        <Button
          key={top}
          class="more quiet"
          style={{ '--top': dayHeightPercentText(top), '--height': dayHeightPercentText(height) }}
          title={others.map(({ event }) => `${timeText(event.start_date)} ${event.title}`).join('\n')}
          aria-label={t('calendar.more', { count: others.length })}
          onClick={() => show('day', day)}
        >
          +{others.length}
        </Button>
      ))}
      <LiveBox day={day} />
      <Now days={[day]} />
    </div>
  )
}

/** The hours at which events begin on a day. */
const startHours = (day: string, events: GridProps['events']) =>
  events
    .filter((shown) => !isShownAboveHours(shown) && wallDay(shown.start) === day)
    .map((shown) => minuteOfStart(shown, day) / HOUR)

/** Tells at the head of a day from when on there is an event above the hours in sight. */
function EarlierMark({ hours, first }: { readonly hours: readonly number[]; readonly first: number }) {
  const earliest = Math.min(...hours)
  return earliest < first && <small class="earlier">↑ {clockText(Math.floor(earliest))}</small>
}

/** A week or a day with hours, which fill the window. Those of the night are folded. */
export function HoursGrid({ view, days, events, change, show }: GridProps) {
  const frame = useRef<HTMLElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  const left = useHeightLeft(frame, 'top')
  const below = useHeightLeft(head, 'bottom') - FIGURE
  const wide = (useMeasure(frame, (one) => one.getBoundingClientRect().width / rem()) - CLOCK) / days.length
  const night = days.length === 1 ? 0 : NIGHT_ENDS
  const starts = days.flatMap((day) => startHours(day, events)).filter((hour) => hour >= night)
  const morning = Math.floor(Math.min(MORNING, ...starts))
  const first = isWhole ? 0 : morning
  const hour = Math.max(LOWEST_HOUR, below / (24 - first))
  const countShown = (minute: number) =>
    new Set(days.flatMap((day) => eventBoxes(events, day, minute).map(({ shown }) => shown.event.id))).size
  const folded = countShown(0) - countShown(first * HOUR)
  // In a low window, the hours in which most begins are in sight.
  const countFrom = (at: number) => starts.filter((start) => start >= at && start < at + below / hour).length
  const [seen = first] = [first, ...starts].toSorted(
    (one, other) => countFrom(other) - countFrom(one) || one - other,
  )
  useLayoutEffect(
    () => frame.current?.scrollTo({ top: (seen - first) * hour * rem() - HALF_LABEL }),
    [days[0], days.length, left > 0],
  )
  return (
    <section
      class="hour-grid"
      ref={frame}
      style={{
        '--days': String(days.length),
        '--first': String(first),
        '--hour': `${hour}rem`,
        'max-height': `${Math.max(left, 24)}rem`,
      }}
    >
      <div class="head" ref={head}>
        <DaysRow
          lanes={LANES_ABOVE_HOURS}
          events={events.filter(isShownAboveHours)}
          head={(day) => (
            <>
              <DayHead day={day} show={show}>
                {weekdayText(day)} {Number(day.slice(8))}
              </DayHead>
              <EarlierMark hours={startHours(day, events)} first={Math.floor(seen)} />
            </>
          )}
          {...{ view, days, change }}
        />
      </div>
      {morning > 0 && (
        <Button class="night quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          <Icon of={isWhole ? 'chevron-down' : 'chevron-right'} />
          {t('calendar.night', { time: clockText(morning) })}
          {folded > 0 && ` · ${t('uses', { count: folded })}`}
        </Button>
      )}
      <div class="folded">
        <div class="body">
          <div class="clock" aria-hidden="true">
            {Array.from({ length: 23 - first }, (_, at) => first + at + 1).map((one) => (
              <span key={one} style={{ '--top': dayHeightPercentText(one * HOUR) }}>
                {clockText(one)}
              </span>
            ))}
            <Now days={days} hasText />
          </div>
          {days.map((day) => (
            <section key={day} aria-label={dayText(`${day} 00:00:00`)}>
              <HoursOfDay {...{ day, view, events, change, show, first, hour, wide }} />
            </section>
          ))}
        </div>
      </div>
    </section>
  )
}
