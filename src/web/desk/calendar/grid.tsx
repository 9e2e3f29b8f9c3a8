/** The head of a day, the present, and the props that the grids of the calendar share. */
import type { ComponentChildren } from 'preact'
import { deskSettings } from '../desk-settings.ts'
import { dayText, epochMillisecondsNow, wallEpoch, wallTimeIn } from '../time/wall.ts'
import { locale } from '../words/index.ts'
import type { ChangeEventTimes } from './chip.tsx'
import { DAY_MINUTES, type ViewName, wallDay } from './days.ts'
import type { ShownEvent } from './moving.ts'

/** The events and days of a grid of the calendar, and the functions that it calls. */
export interface GridProps {
  readonly view: ViewName
  readonly days: readonly string[]
  /** The day of the address. In a month, days of other months have a weaker style. */
  readonly day: string
  readonly events: readonly ShownEvent[]
  readonly change: ChangeEventTimes
  /** Shows another view or day. */
  readonly show: (view: ViewName, day: string) => void
}

/** The present, as a wall clock time of the site zone. */
export const nowInSiteZone = (): string => wallTimeIn(deskSettings.zone, epochMillisecondsNow())

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })

/** The short name of the weekday of a day. */
export const weekdayText = (day: string): string => weekday.format(wallEpoch(day) ?? 0)

/** The value of `aria-current` of a day. */
export const ariaCurrentOfDay = (day: string) =>
  day === wallDay(nowInSiteZone()) ? ('date' as const) : undefined

/** Minutes of a day as a share of its height. */
export const dayHeightPercentText = (minutes: number): string => `${(minutes / DAY_MINUTES) * 100}%`

interface HeadProps extends Pick<GridProps, 'show'> {
  readonly day: string
  readonly children: ComponentChildren
}

/** The head of a day, which leads to its hours. */
export function DayHead({ day, show, children }: HeadProps) {
  return (
    <button
      type="button"
      class="day"
      data-head={day}
      aria-current={ariaCurrentOfDay(day)}
      aria-label={dayText(`${day} 00:00:00`)}
      onClick={() => show('day', day)}
    >
      {children}
    </button>
  )
}
