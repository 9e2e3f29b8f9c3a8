/** A month: weeks with events as bars across their days; on narrow screens a small month above the events of a day. */
import { dayText } from '../time/wall.ts'
import { overlapsDays } from './bars.ts'
import { DayEvents } from './day-events.tsx'
import { ariaCurrentOfDay, DayHead, type GridProps, weekdayText } from './grid.tsx'
import { DaysRow } from './row.tsx'

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
