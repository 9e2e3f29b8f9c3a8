/**
 * A calendar in which a day is chosen: the date picker dialog of the ARIA Authoring Practices Guide. Arrows go from day to day, Page Up and
 * Page Down to other months, with Shift to other years, Home and End along the week; Enter and Space choose, Escape closes.
 */
import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { addMonthsToMonth, isDay, plusDays, weeksOfMonth } from '../../../domain/time/timestamp.ts'
import { weekAround, weeksOfMonthAround } from '../calendar/weeks.ts'
import { Button } from './button.tsx'
import '../main.tsx'
import { wallEpoch } from '../time/wall.ts'
import { locale, t } from '../words/index.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './link.tsx'

const inUtc = { timeZone: 'UTC' } as const
const monthFormat = new Intl.DateTimeFormat(locale, { ...inUtc, month: 'long', year: 'numeric' })
const dayFormat = new Intl.DateTimeFormat(locale, { ...inUtc, dateStyle: 'full' })
const numberFormat = new Intl.DateTimeFormat(locale, { ...inUtc, day: 'numeric' })
const weekdayFormats = {
  long: new Intl.DateTimeFormat(locale, { ...inUtc, weekday: 'long' }),
  short: new Intl.DateTimeFormat(locale, { ...inUtc, weekday: 'short' }),
}
const textOf = (format: Intl.DateTimeFormat, day: string) => format.format(wallEpoch(day) ?? 0)
/** The figure of a day, without the sign that some languages put behind it. */
const numberOf = (day: string) =>
  numberFormat.formatToParts(wallEpoch(day) ?? 0).find(({ type }) => type === 'day')?.value

/** The same day of another month, or its last one. */
function monthsLater(day: string, months: number): string {
  const month = addMonthsToMonth(day.slice(0, 7), months)
  const days =
    month === undefined
      ? []
      : weeksOfMonth(month)
          .flat()
          .filter((one) => one.startsWith(month))
  return days[Number(day.slice(8)) - 1] ?? days.at(-1) ?? day
}

/** The day to which a key leads; undefined for other keys. */
function dayByKey(day: string, { key, shiftKey }: KeyboardEvent, isRightToLeft: boolean): string | undefined {
  const later = (days: number) => plusDays(day, days) ?? day
  const ahead = isRightToLeft ? -1 : 1
  switch (key) {
    case 'ArrowRight':
      return later(ahead)
    case 'ArrowLeft':
      return later(-ahead)
    case 'ArrowDown':
      return later(7)
    case 'ArrowUp':
      return later(-7)
    case 'Home':
      return weekAround(day)[0]
    case 'End':
      return weekAround(day).at(-1)
    case 'PageUp':
      return monthsLater(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return monthsLater(day, shiftKey ? 12 : 1)
    default:
      return undefined
  }
}

/** Below this width, the calendar is in the middle of the window, as other dialogs are. */
const NARROW = 640
const GAP = 4

interface Placed {
  readonly current: HTMLElement | null
}

/** Puts a dialog below its field, or above it where there is no room, and keeps it there while the page moves. A press beside it closes it. */
function usePlaceBeside(field: Placed, close: () => void) {
  const content = useRef<HTMLDivElement>(null)
  const latest = useRef(close)
  latest.current = close
  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog')
    if (!dialog) return undefined
    const leave = ({ clientX, clientY }: PointerEvent) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect()
      if (clientX < left || clientX > right || clientY < top || clientY > bottom) latest.current()
    }
    const place = () => {
      const around = field.current?.parentElement?.getBoundingClientRect()
      if (!around || innerWidth < NARROW) return
      const { width, height } = dialog.getBoundingClientRect()
      const below = around.bottom + GAP
      const top = below + height <= innerHeight ? below : Math.max(GAP, around.top - GAP - height)
      const isRightToLeft = getComputedStyle(dialog).direction === 'rtl'
      const left = isRightToLeft ? around.right - width : around.left
      const within = Math.max(GAP, Math.min(left, innerWidth - width - GAP))
      Object.assign(dialog.style, { margin: '0', inset: `${top}px auto auto ${within}px` })
    }
    // The dialog itself opens after this.
    queueMicrotask(place)
    dialog.addEventListener('pointerdown', leave)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [])
  return content
}

interface DayPickerProps {
  /** The day at which it opens; today if it is none. */
  readonly day: string
  /** The day that the field has; empty for none. */
  readonly chosen: string
  readonly today: string
  readonly field: Placed
  readonly choose: (day: string) => void
  readonly close: () => void
}

interface GridProps extends Pick<DayPickerProps, 'day' | 'chosen' | 'today' | 'choose'> {
  /** Whether the day has the focus at first. */
  readonly autofocus?: boolean
  readonly show: (day: string) => void
  /** Renders what stands below the figure of a day. */
  readonly marksOf?: (day: string) => ComponentChildren
}

/** The month of a day, as a grid with one stop of Tab. */
export function DayGrid({ day, chosen, today, choose, autofocus = false, show, marksOf }: GridProps) {
  const grid = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  useLayoutEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isByKey.current = false
  }, [day])
  const month = day.slice(0, 7)
  const weeks = weeksOfMonthAround(day)
  const press = (event: TargetedKeyboardEvent<HTMLTableElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isChoosing = event.key === 'Enter' || event.key === ' '
    const next = dayByKey(day, event, getComputedStyle(event.currentTarget).direction === 'rtl')
    if (!isChoosing && next === undefined) return
    event.preventDefault()
    if (isChoosing) return choose(day)
    isByKey.current = next !== day
    if (next !== undefined) show(next)
  }
  const look = (one: string) =>
    `${one.startsWith(month) ? '' : 'other'} ${one === today ? 'today' : ''} ${one === chosen ? 'chosen' : ''}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the date picker dialog is a table
    <table role="grid" class="day-grid" aria-label={textOf(monthFormat, day)} ref={grid} onKeyDown={press}>
      <thead>
        <tr>
          {weeks[0]?.map((one) => (
            <th key={one} scope="col" abbr={textOf(weekdayFormats.long, one)}>
              {textOf(weekdayFormats.short, one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the grid
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell
              <td
                key={one}
                class={look(one)}
                tabIndex={one === day ? 0 : -1}
                autofocus={autofocus && one === day}
                aria-label={textOf(dayFormat, one)}
                aria-selected={one === chosen}
                aria-current={one === today ? 'date' : undefined}
                data-day={one}
                onClick={() => choose(one)}
              >
                {numberOf(one)}
                {marksOf?.(one)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function DayPicker({ day: first, chosen, today, field, choose, close }: DayPickerProps) {
  const [day, show] = useState(isDay(first) ? first : today)
  const content = usePlaceBeside(field, close)
  const turn = (label: string, months: number, icons: 1 | 2) => (
    <Button
      class={`quiet ${months < 0 ? 'back' : ''}`}
      aria-label={label}
      title={label}
      onClick={() => show(monthsLater(day, months))}
    >
      <Icon of="chevron-right" />
      {icons === 2 && <Icon of="chevron-right" />}
    </Button>
  )
  return (
    <Dialog title={t('moment.choose')} onClose={close} class="days">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the calendar are none of the form around */}
      <div ref={content} onKeyDown={(event) => event.stopPropagation()}>
        <div class="months">
          {turn(t('moment.year-before'), -12, 2)}
          {turn(t('moment.month-before'), -1, 1)}
          <p aria-live="polite">{textOf(monthFormat, day)}</p>
          {turn(t('moment.month-after'), 1, 1)}
          {turn(t('moment.year-after'), 12, 2)}
        </div>
        <DayGrid autofocus {...{ day, chosen, today, choose, show }} />
        <Button class="quiet" onClick={() => choose(today)} label={t('calendar.today')} />
      </div>
    </Dialog>
  )
}
