/** Days with hours: long events as bars above, the others as boxes in the hours. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { dayText, minutesBetween, timeText } from '../time/wall.ts'
import { boxTopAndHeightInMinutes, eventBoxes, isShownAboveHours } from './boxes.ts'
import { EventChip } from './chip.tsx'
import { DAY_MINUTES, wallDay } from './days.ts'
import { DayHead, dayHeightPercentText, type GridProps, nowInSiteZone, weekdayText } from './grid.tsx'
import { drawNewEventByDrag, openNewEventByClick } from './moving/drawing.ts'
import { liveTimesSignal, timesText } from './moving/live.ts'
import { DaysRow } from './row.tsx'

/** The lanes above the hours that are shown at first. */
const LANES = 4
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
          lanes={LANES}
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
