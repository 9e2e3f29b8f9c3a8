/** An event in the calendar view: a click opens it; dragging or keys move and resize it. */
import type { ListedEvent } from '../events/list/listed.ts'
import { StatusMark } from '../events/list/status.tsx'
import { venueText, whenText } from '../events/list/table.tsx'
import { Link } from '../parts/link.tsx'
import { timeText } from '../time/wall.ts'
import type { ViewName } from './days.ts'
import { trackDrag } from './dragging.ts'
import type { TimeShift } from './move.ts'

const DAY = 1440
const WEEK = 7 * DAY
/** Minutes that a key press moves an event in the hour grid. */
const STEP = 30

interface ChipProps {
  readonly event: ListedEvent
  readonly view: ViewName
  /** Whether it is in the hour grid of a day. */
  readonly hasHours?: boolean
  /** Its position in the hour grid, as custom properties. */
  readonly style?: Readonly<Record<string, string>>
  readonly change: (event: ListedEvent, change: TimeShift) => void
}

/** The minutes that an arrow key moves; undefined for other keys. */
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

/** The event as a link, with an edge to resize it. */
export function EventChip({ event, view, hasHours = false, style, change }: ChipProps) {
  const press = (pressed: KeyboardEvent) => {
    const by = pressed.shiftKey ? stepOf(pressed.key, view, hasHours) : undefined
    if (by === undefined || pressed.ctrlKey || pressed.metaKey) return
    pressed.preventDefault()
    change(event, { start: pressed.altKey ? 0 : by, end: by })
  }
  const { id, title, status, all_day, start_date } = event
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link inside has the focus; its keys and presses bubble to this element
    <div
      class={`chip ${status}${event.event_status === 'cancelled' ? ' cancelled' : ''}`}
      style={style}
      data-event={id}
      onKeyDown={press}
      onPointerDown={(pressed) => trackDrag(pressed, 'move', (moved) => change(event, moved))}
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
        onPointerDown={(pressed) => trackDrag(pressed, 'stretch', (moved) => change(event, moved))}
      />
    </div>
  )
}
