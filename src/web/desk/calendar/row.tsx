/** A row of days with events as bars: a week of a month, or what lies above the hours of a week. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../words/index.ts'
import { type EventBar, eventBars, hiddenBarCounts } from './bars.ts'
import { EventChip } from './chip.tsx'
import type { GridProps } from './grid.tsx'
import { drawNewEventByDrag, openNewEventByClick } from './moving/drawing.ts'

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
export function DaysRow({ view, days, events, change, lanes, head, cellClass }: RowProps) {
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
