/** The grids of the calendar view: a month as a table of weeks, a week with hours. */
import type { ListedEvent } from '../events/list/listed.ts'
import { deskSettings } from '../place.ts'
import { dayText, timeText, wallEpoch } from '../time/wall.ts'
import { now, wallTimeIn } from '../time/zones.ts'
import { locale, t } from '../words/index.ts'
import { EventChip } from './chip.tsx'
import { boxMinutesOnDay, eventLanes, isShownAboveHours, takesPlaceOn, wallDay } from './days.ts'
import type { TimeShift } from './move.ts'

interface GridProps {
  readonly days: readonly string[]
  /** A day of the shown month. Days of other months have a weaker style. */
  readonly day: string
  readonly events: readonly ListedEvent[]
  readonly change: (event: ListedEvent, change: TimeShift) => void
}

const DAY = 1440
const today = () => wallDay(wallTimeIn(deskSettings.zone, now()))
const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
const weekdayText = (day: string) => weekday.format(wallEpoch(day) ?? 0)
const currentOf = (day: string) => (day === today() ? ('date' as const) : undefined)

/** A month: each day with a list of its events. */
export function MonthGrid({ days, day, events, change }: GridProps) {
  const weeks = Array.from({ length: days.length / 7 }, (_, at) => days.slice(at * 7, at * 7 + 7))
  return (
    <table class="month">
      <caption class="unseen">{t('calendar.month')}</caption>
      <thead>
        <tr>
          {days.slice(0, 7).map((one) => (
            <th scope="col" key={one}>
              {weekdayText(one)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => (
              <td
                key={one}
                data-day={one}
                class={one.slice(0, 7) === day.slice(0, 7) ? undefined : 'outside'}
                aria-current={currentOf(one)}
              >
                <p class="day">
                  <span class="unseen">{dayText(`${one} 00:00:00`)}</span>
                  <span aria-hidden="true">{Number(one.slice(8))}</span>
                </p>
                {events
                  .filter((event) => takesPlaceOn(event, one))
                  .map((event) => (
                    <EventChip key={event.id} view="month" {...{ event, change }} />
                  ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const percent = (minutes: number) => `${(minutes / DAY) * 100}%`

function Hours({ one, events, change }: Pick<GridProps, 'events' | 'change'> & { readonly one: string }) {
  const own = events.filter((event) => !isShownAboveHours(event) && takesPlaceOn(event, one))
  return (
    <div class="hours" data-day={one} data-hours="">
      {eventLanes(own, one).map(([event, lane, lanes]) => {
        const [start, length] = boxMinutesOnDay(event, one)
        const style = {
          '--top': percent(start),
          '--height': percent(length),
          '--at': `${(lane / lanes) * 100}%`,
          '--width': `${100 / lanes}%`,
        }
        return <EventChip key={event.id} view="week" hasHours {...{ event, change, style }} />
      })}
    </div>
  )
}

/** A week: long events above, others in the hour grid. */
export function WeekGrid({ days, events, change }: GridProps) {
  return (
    <div class="week">
      <div class="clock" aria-hidden="true">
        <div>
          {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
            <span key={hour} style={{ top: percent(hour * 60) }}>
              {timeText(`2027-01-01 ${String(hour).padStart(2, '0')}:00:00`)}
            </span>
          ))}
        </div>
      </div>
      {days.map((one) => (
        <section key={one} aria-label={dayText(`${one} 00:00:00`)} aria-current={currentOf(one)}>
          <h2>
            {weekdayText(one)} {Number(one.slice(8))}
          </h2>
          <div class="long" data-day={one}>
            {events
              .filter((event) => isShownAboveHours(event) && takesPlaceOn(event, one))
              .map((event) => (
                <EventChip key={event.id} view="week" {...{ event, change }} />
              ))}
          </div>
          <Hours one={one} events={events} change={change} />
        </section>
      ))}
    </div>
  )
}
