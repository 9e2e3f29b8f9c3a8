/** An event in the calendar view: opened by a click, moved and stretched by dragging or with keys. */
import type { ListedEvent } from '../events/listed.ts'
import { StatusMark } from '../events/status.tsx'
import { venueText, whenText } from '../events/table.tsx'
import { Link } from '../parts/link.tsx'
import { timeText } from '../time/wall.ts'
import type { ViewName } from './days.ts'
import { drag } from './dragging.ts'
import type { Change } from './move.ts'

const DAY = 1440
const WEEK = 7 * DAY
/** Minutes of one press along the hours. */
const STEP = 30

interface ChipProps {
  readonly event: ListedEvent
  readonly view: ViewName
  /** Whether it stands among the hours of a day. */
  readonly hasHours?: boolean
  /** Where it is among the hours, as custom properties. */
  readonly style?: Readonly<Record<string, string>>
  readonly change: (event: ListedEvent, change: Change) => void
}

/** How far an arrow moves, in minutes; undefined for another key. */
function stepOf(key: string, view: ViewName, hasHours: boolean): number | undefined {
  const along = view === 'month' ? WEEK : hasHours ? STEP : undefined
  const steps: Readonly<Record<string, number | undefined>> = {
    ArrowLeft: -DAY,
    ArrowRight: DAY,
    ArrowUp: along && -along,
    ArrowDown: along,
  }
  return Object.hasOwn(steps, key) ? steps[key] : undefined
}

/** The event as a link, with an edge to stretch it by. */
export function Chip({ event, view, hasHours = false, style, change }: ChipProps) {
  const press = (pressed: KeyboardEvent) => {
    const by = pressed.shiftKey ? stepOf(pressed.key, view, hasHours) : undefined
    if (by === undefined || pressed.ctrlKey || pressed.metaKey) return
    pressed.preventDefault()
    change(event, { start: pressed.altKey ? 0 : by, end: by })
  }
  const { id, title, status, all_day, start_date } = event
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link within is what is used; its keys and presses arrive here
    <div
      class={`chip ${status}${event.event_status === 'cancelled' ? ' cancelled' : ''}`}
      style={style}
      data-event={id}
      onKeyDown={press}
      onPointerDown={(pressed) => drag(pressed, 'move', (moved) => change(event, moved))}
      onDragStart={(dragged) => dragged.preventDefault()}
      title={[title, whenText(event), venueText(event)].filter(Boolean).join(' · ')}
    >
      <Link to={`/events/${id}`}>
        {!all_day && <time>{timeText(start_date)}</time>} {title}
      </Link>
      {status !== 'publish' && <StatusMark status={status} />}
      <span
        class="edge"
        aria-hidden="true"
        onPointerDown={(pressed) => drag(pressed, 'stretch', (moved) => change(event, moved))}
      />
    </div>
  )
}
