/** The head of the calendar: the shown days, the way to others, and the views. */
import { daysRangeText, dayText, wallEpoch } from '../time/wall.ts'
import { locale, t } from '../words/index.ts'
import { adjacentViewDay, type ViewName, viewNames, wallDay } from './days.ts'
import { nowInSiteZone } from './grid.tsx'

const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const daysFormat = new Intl.DateTimeFormat(locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

interface BarProps {
  readonly view: ViewName
  readonly day: string
  readonly days: readonly string[]
  readonly show: (view: ViewName, day: string) => void
}

/** The shown days as text. */
function headingOf({ view, day, days }: Omit<BarProps, 'show'>): string {
  if (view === 'month') return monthFormat.format(wallEpoch(day) ?? 0)
  if (view === 'day') return dayText(`${day} 00:00:00`)
  return daysRangeText(daysFormat, days[0] ?? '', days.at(-1) ?? '')
}

/** The buttons, and the days as a heading. */
export function CalendarToolbar({ view, day, days, show }: BarProps) {
  const step = (by: 1 | -1) => (
    <button
      type="button"
      class="step"
      aria-label={t(by === 1 ? 'next' : 'previous')}
      onClick={() => show(view, adjacentViewDay(view, day, by))}
    >
      <span aria-hidden="true">{by === 1 ? '›' : '‹'}</span>
    </button>
  )
  return (
    <div class="calendar-bar">
      <button type="button" onClick={() => show(view, wallDay(nowInSiteZone()))}>
        {t('calendar.today')}
      </button>
      {step(-1)}
      {step(1)}
      <p class="calendar-heading" role="status">
        {headingOf({ view, day, days })}
      </p>
      <fieldset class="choices">
        <legend class="unseen">{t('calendar.view')}</legend>
        {viewNames.map((one) => (
          <button type="button" key={one} aria-pressed={one === view} onClick={() => show(one, day)}>
            {t(`calendar.${one}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
