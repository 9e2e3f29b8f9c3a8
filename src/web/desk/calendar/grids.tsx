/** Month, hours, and the list of a day. */

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { dayText, minutesBetween, timeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { EventChip } from './chip.tsx'
import { DAY_MINUTES, wallDay } from './days.ts'
import { drawNewEventByDrag, openNewEventByClick, openNewEventOnDay } from './dragging.ts'
import {
  ariaCurrentOfDay,
  DayHead,
  dayHeightPercentText,
  type GridProps,
  nowInSiteZone,
  weekdayText,
} from './grid.tsx'
import { liveTimesSignal, timesText } from './moving.ts'
import {
  boxTopAndHeightInMinutes,
  type EventBar,
  eventBars,
  eventBoxes,
  hiddenBarCounts,
  isShownAboveHours,
  overlapsDays,
} from './placing.ts'

// The events of a day as a list, for narrow screens.

/** The day with its events, all-day ones first, and a button for a new one. */
export function DayEvents({
  view,
  day,
  events,
  change,
}: Pick<GridProps, 'view' | 'day' | 'events' | 'change'>) {
  const own = events
    .filter((shown) => overlapsDays(shown, day, day))
    .toSorted(
      (one, other) =>
        Number(other.event.all_day) - Number(one.event.all_day) || one.start.localeCompare(other.start),
    )
  const text = dayText(`${day} 00:00:00`)
  return (
    <section class="day-events" data-day={day} aria-label={text} aria-current={ariaCurrentOfDay(day)}>
      <h2>
        {text}
        <button type="button" class="quiet" onClick={() => openNewEventOnDay(day)}>
          {t('calendar.new')}
          <span class="unseen"> {text}</span>
        </button>
      </h2>
      {own.length === 0 && <p class="hint">{t('calendar.none')}</p>}
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
  /** How many events of each column are not shown. */
  readonly hidden: readonly number[]
  readonly lane: number
  readonly showAll: () => void
}

/** A button below each column of which events are not shown. */
function MoreButtons({ hidden, lane, showAll }: MoreProps) {
  return (
    <>
      {hidden.map(
        (count, column) =>
          count > 0 && (
            <button
              type="button"
              key={column}
              class="more quiet"
              style={{ ...columnOf(column), '--lane': String(lane + 2) }}
              onClick={showAll}
            >
              {t('calendar.more', { count })}
            </button>
          ),
      )}
    </>
  )
}

interface RowProps extends Pick<GridProps, 'view' | 'days' | 'events' | 'change'> {
  /** The lanes that are shown at first. */
  readonly lanes: number
  /** The head of a day. */
  readonly head?: (day: string) => ComponentChildren
  readonly cellClass?: (day: string) => string | undefined
}

/** The row: a cell for each day, and above the cells the bars. What does not fit is shown by a button. */
function DaysRow({ view, days, events, change, lanes, head, cellClass }: RowProps) {
  const [isWhole, setWhole] = useState(false)
  const bars = eventBars(events, days)
  const hidden = isWhole ? [] : hiddenBarCounts(bars, lanes, days.length)
  const shown = bars.filter(({ lane }) => isWhole || lane < lanes)
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

/** The lanes of a week that are shown at first. */
const LANES = 6
/** The dots of a day in the small month. */
const MAX_DOTS = 3

const weeksOf = (days: readonly string[]) =>
  Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))

const isOutside = (one: string, day: string) => one.slice(0, 7) !== day.slice(0, 7)

/** The weeks of a month. */
export function MonthGrid({ view, days, day, events, change, show }: GridProps) {
  return (
    <div class="month">
      <div class="weekdays" aria-hidden="true">
        {days.slice(0, 7).map((one) => (
          <span key={one}>{weekdayText(one)}</span>
        ))}
      </div>
      {weeksOf(days).map((week) => (
        <DaysRow
          key={week[0]}
          days={week}
          lanes={LANES}
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
export function SmallMonth({ view, days, day, events, change, show }: GridProps) {
  const hues = (one: string) => {
    const own = events.filter((shown) => overlapsDays(shown, one, one))
    return [...new Set(own.map(({ hue = 'var(--edge)' }) => hue))].slice(0, MAX_DOTS)
  }
  return (
    <>
      <div class="small-month">
        {days.slice(0, 7).map((one) => (
          <span key={one} aria-hidden="true">
            {weekdayText(one)}
          </span>
        ))}
        {days.map((one) => (
          <button
            type="button"
            key={one}
            class={isOutside(one, day) ? 'outside' : undefined}
            aria-current={ariaCurrentOfDay(one)}
            aria-pressed={one === day}
            aria-label={dayText(`${one} 00:00:00`)}
            onClick={() => show('month', one)}
          >
            {Number(one.slice(8))}
            <span class="dots">
              {hues(one).map((hue) => (
                <i key={hue} style={{ '--hue': hue }} />
              ))}
            </span>
          </button>
        ))}
      </div>
      <DayEvents {...{ view, day, events, change }} />
    </>
  )
}

// Days with hours: long events as bars above, the others as boxes in the hours.

/** The lanes above the hours that are shown at first. */
const LANES_ABOVE_HOURS = 4
const HOUR = 60
/** The minutes that a line of text covers, in an hour of three rem. */
const LINE = 22
/** Half the height of an hour's label in pixels: it stands over the line of its hour, and is not cut off below the head. */
const HALF_LABEL = 10
/** The hour that is in sight at first, unless an event begins earlier. */
const MORNING = 8
/** In a week, an event before this hour moves the hours of no other day: the head of its day tells of it. */
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

/** The line of the present. */
function NowLine({ day }: { readonly day: string }) {
  const present = nowInSiteZone()
  if (wallDay(present) !== day) return null
  const minutes = minutesBetween(`${day} 00:00:00`, present) ?? 0
  return <div class="now" aria-hidden="true" style={{ '--top': dayHeightPercentText(minutes) }} />
}

function HoursOfDay({ day, view, events, change }: Pick<GridProps, 'day' | 'view' | 'events' | 'change'>) {
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
      {eventBoxes(events, day).map(({ shown, top, height, lane, lanes, width }) => (
        <EventChip
          key={shown.event.id}
          hasHours
          class={[
            height < HOUR ? 'short' : height < 2 * HOUR ? 'brief' : '',
            view === 'week' && width < lanes ? 'beside' : '',
          ]
            .join(' ')
            .trim()}
          style={{
            '--top': dayHeightPercentText(top),
            '--height': dayHeightPercentText(height),
            '--lines': String(Math.max(Math.floor(height / LINE), 1)),
            '--at': `${(lane / lanes) * 100}%`,
            '--width': `${(width / lanes) * 100}%`,
          }}
          {...{ view, shown, change }}
        />
      ))}
      <LiveBox day={day} />
      <NowLine day={day} />
    </div>
  )
}

/** The hours at which the events of a day begin. */
const startHours = (day: string, events: GridProps['events']) =>
  events
    .filter((shown) => !isShownAboveHours(shown) && wallDay(shown.start) === day)
    .map((shown) => boxTopAndHeightInMinutes(shown, day)[0] / HOUR)

/** The first hour to be in sight: an hour before the first event, in the morning at the latest; of a week, not in the night. */
function firstHour({ days, events }: Pick<GridProps, 'days' | 'events'>): number {
  const earliest = days.length === 1 ? 0 : NIGHT_ENDS
  const starts = days.flatMap((day) => startHours(day, events)).filter((hour) => hour >= earliest)
  return Math.max(Math.floor(Math.min(MORNING, ...starts)) - 1, 0)
}

/** Tells at the head of a day from when on there is an event above the hours in sight. */
function EarlierMark({ hours, first }: { readonly hours: readonly number[]; readonly first: number }) {
  const earliest = Math.min(...hours)
  return earliest < first && <small class="earlier">↑ {clockText(Math.floor(earliest))}</small>
}

/** A week or a day with hours. It begins in sight of the first event. */
export function HoursGrid({ view, days, events, change, show }: GridProps) {
  const frame = useRef<HTMLElement>(null)
  const first = firstHour({ days, events })
  useLayoutEffect(() => {
    const [scrolled, hours] = [frame.current, frame.current?.querySelector('.hours')]
    if (scrolled && hours) scrolled.scrollTop = (first / 24) * hours.clientHeight - HALF_LABEL
  }, [days[0], days.length])
  return (
    <section class="hour-grid" ref={frame} style={{ '--days': String(days.length) }}>
      <div class="head">
        <DaysRow
          lanes={LANES_ABOVE_HOURS}
          events={events.filter(isShownAboveHours)}
          head={(day) => (
            <>
              <DayHead day={day} show={show}>
                {weekdayText(day)} {Number(day.slice(8))}
              </DayHead>
              <EarlierMark hours={startHours(day, events)} first={first} />
            </>
          )}
          {...{ view, days, change }}
        />
      </div>
      <div class="body">
        <div class="clock" aria-hidden="true">
          {Array.from({ length: 23 }, (_, at) => at + 1).map((hour) => (
            <span key={hour} style={{ '--top': dayHeightPercentText(hour * HOUR) }}>
              {clockText(hour)}
            </span>
          ))}
        </div>
        {days.map((day) => (
          <section key={day} aria-label={dayText(`${day} 00:00:00`)}>
            <HoursOfDay {...{ day, view, events, change }} />
          </section>
        ))}
      </div>
    </section>
  )
}
