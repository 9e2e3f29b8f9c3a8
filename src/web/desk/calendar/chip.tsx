/** An event in the calendar: a click opens it; dragging or keys move and resize it. */

import { StatusMark, statusText, venueText, zoneNameUnlessCalendarZone } from '../events/list/texts.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { timeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { DAY_MINUTES } from './days.ts'
import { timeShiftBetween, trackDrag } from './dragging.ts'
import { changedTimes, liveTimesSignal, type ShownEvent, type TimeShift, timesText } from './moving.ts'
import type { ViewName } from './weeks.ts'

/** Minutes that a key press moves an event in the hour grid. */
const STEP = 30

export type ChangeEventTimes = (shown: ShownEvent, change: TimeShift) => void

interface ChipProps {
  readonly shown: ShownEvent
  readonly view: ViewName
  /** Whether it is in the hour grid of a day. */
  readonly hasHours?: boolean
  readonly class?: string
  /** Its position, as custom properties. */
  readonly style?: Readonly<Record<string, string>>
  readonly change: ChangeEventTimes
}

/** The minutes that an arrow key moves; undefined for other keys. */
function stepOf(key: string, view: ViewName, hasHours: boolean): number | undefined {
  const along = view === 'month' ? 7 * DAY_MINUTES : hasHours ? STEP : undefined
  const steps: Readonly<Record<string, number | undefined>> = {
    ArrowLeft: -DAY_MINUTES,
    ArrowRight: DAY_MINUTES,
    ArrowUp: along && -along,
    ArrowDown: along,
  }
  return Object.hasOwn(steps, key) ? steps[key] : undefined
}

/** The steps of dragging the event, or its end. */
const dragSteps = (shown: ShownEvent, grip: 'move' | 'stretch', change: ChangeEventTimes) => ({
  over: (...[from, to, point]: Parameters<Parameters<typeof trackDrag>[1]['over']>) => {
    const times = changedTimes(shown, timeShiftBetween(from, to, grip))
    liveTimesSignal.value = times && { ...times, ...point }
  },
  drop: (...[from, to]: Parameters<Parameters<typeof trackDrag>[1]['drop']>) =>
    change(shown, timeShiftBetween(from, to, grip)),
})

/** The event's own time where its zone has another one: `10:00 EST`. */
const ownTimeText = ({ event, start }: ShownEvent) =>
  event.start_date === start ? '' : `${timeText(event.start_date)} ${zoneNameUnlessCalendarZone(event)}`

/** The state of an event, and that it has no place, beside its title. */
function ChipMarks({ shown: { event, isPlaceless } }: Pick<ChipProps, 'shown'>) {
  const { status, event_status } = event
  return (
    <>
      {event_status === 'cancelled' && <span class="unseen">{t('event_status.cancelled')}</span>}
      {status !== 'publish' && <StatusMark status={status} />}
      {isPlaceless && (
        <span class="placeless">
          <Icon of="map-pin" />
          <span>{t('calendar.placeless')}</span>
        </span>
      )}
    </>
  )
}

/** The words of a title, each of which ends in dots where it is wider than the box. */
const Words = ({ of }: { readonly of: string }) =>
  of.split(' ').map((word, at) => (
    <>
      {at > 0 && ' '}
      <span>{word}</span>
    </>
  ))

/** The event as a link, with an edge to resize it. */
export function EventChip({ shown, view, hasHours = false, class: kind = '', style, change }: ChipProps) {
  const { event, start, hue } = shown
  const press = (pressed: KeyboardEvent) => {
    const by = pressed.shiftKey ? stepOf(pressed.key, view, hasHours) : undefined
    if (by === undefined || pressed.ctrlKey || pressed.metaKey) return
    pressed.preventDefault()
    change(shown, { start: pressed.altKey ? 0 : by, end: by })
  }
  const { id, title, status, all_day, event_status } = event
  const ownTime = ownTimeText(shown)
  const states = [status, event_status === 'cancelled' ? event_status : '', all_day ? 'all-day' : '', kind]
  const whenAndWhere = [
    timesText({ ...shown, isAllDay: all_day }),
    ownTime,
    shown.isPlaceless ? t('calendar.placeless') : venueText(event),
    status === 'publish' ? '' : statusText(status),
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside has the focus; its keys and presses bubble to this element
    <div
      class={['chip', ...states].filter(Boolean).join(' ')}
      style={{ ...style, ...(hue !== undefined && { '--hue': hue }) }}
      data-event={id}
      onKeyDown={press}
      onPointerDown={(pressed) => trackDrag(pressed, dragSteps(shown, 'move', change))}
      onDragStart={(dragged) => dragged.preventDefault()}
      title={[title, ...whenAndWhere].filter(Boolean).join(' · ')}
    >
      <Link to={`/events/${id}`}>
        {!all_day && <time>{timeText(start)}</time>} {hasHours ? <Words of={title} /> : title}
        {ownTime && <small> ({ownTime})</small>}
      </Link>
      {hasHours && <span class="where">{venueText(event)}</span>}
      <ChipMarks shown={shown} />
      <span
        class="edge"
        aria-hidden="true"
        onPointerDown={(pressed) => trackDrag(pressed, dragSteps(shown, 'stretch', change))}
      />
    </div>
  )
}
