/** The events of a day as a list, for narrow screens. */
import { dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { overlapsDays } from './bars.ts'
import { EventChip } from './chip.tsx'
import { ariaCurrentOfDay, type GridProps } from './grid.tsx'
import { openNewEventOnDay } from './moving/drawing.ts'

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
