/** What lists say of an event: when it is, where, and its status. The desk begins with these, but not with the columns of the list. */
import type { EventPublicationStatus } from '../../api/types.ts'
import { DAY_MINUTES, daysBetween } from '../../calendar/days.ts'
import { deskSettings } from '../../desk-settings.ts'
import {
  minutesBetween,
  nearDayText,
  shortDateTimeText,
  shortDaysText,
  timeText,
  todayOfSite,
} from '../../time/wall.ts'
import { listText, t } from '../../words/index.ts'
import { choiceText } from '../fields/field-kinds.ts'
import type { ListedEvent } from './listed.ts'

export const statusText = (status: EventPublicationStatus): string => t(`status.${status}`)

export function StatusMark({ status }: { readonly status: EventPublicationStatus }) {
  return <span class={`status ${status}`}>{statusText(status)}</span>
}

/** What became of an event that does not take place as planned. */
export function OutcomeMark({ event_status }: Pick<ListedEvent, 'event_status'>) {
  if (event_status === 'scheduled') return null
  return <small class={`tag ${event_status}`}>{choiceText('event_status', event_status)}</small>
}

type EventDays = Pick<ListedEvent, 'start_date' | 'end_date' | 'all_day' | 'timezone' | 'timezone_abbr'>

const thisYear = () => todayOfSite().slice(0, 4)

/** The zone of an event's times, as on the public pages: empty where it is that of the calendar. */
export const zoneNameUnlessCalendarZone = ({ timezone, timezone_abbr, all_day }: EventDays): string =>
  all_day || timezone === deskSettings.zone ? '' : timezone_abbr || timezone

/** The dates of an event in short form, with its zone where it is not that of the calendar. */
export function whenText(event: EventDays): string {
  const { start_date, end_date, all_day } = event
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  return all_day || !isOneDay
    ? shortDaysText(start_date, end_date, thisYear())
    : `${shortDateTimeText(start_date, thisYear())} ${zoneNameUnlessCalendarZone(event)}`.trimEnd()
}

/** A day above its events: without its year where that is this one, after how near it is, such as “tomorrow”. */
export function dayHeading(day: string, today: string) {
  const days = daysBetween(today, day)
  return (
    <>
      {Math.abs(days) <= 1 && <span class="near">{nearDayText(days)}</span>}{' '}
      {shortDaysText(`${day} 00:00:00`, `${day} 00:00:00`, today.slice(0, 4))}
    </>
  )
}

/** Whether an event below a day goes on after it, or began before. */
export function isBeyondDay(
  { start_date, end_date, all_day }: EventDays,
  day = start_date.slice(0, 10),
): boolean {
  const isSeveral = all_day
    ? start_date.slice(0, 10) !== end_date.slice(0, 10)
    : (minutesBetween(start_date, end_date) ?? 0) >= DAY_MINUTES
  return isSeveral || !start_date.startsWith(day)
}

/** Where a day stands above: the hour alone, with the last day of what takes several; of what began before, that day alone. */
export function whenTextWithinDay(event: EventDays, day = event.start_date.slice(0, 10)): string {
  const { start_date, end_date, all_day } = event
  const hour =
    start_date.startsWith(day) && !all_day
      ? `${timeText(start_date)} ${zoneNameUnlessCalendarZone(event)}`.trimEnd()
      : ''
  if (!isBeyondDay(event, day)) return hour || t('all-day')
  const last = shortDaysText(end_date, end_date, thisYear())
  return hour === '' ? t('token.until', { at: last }) : `${hour} – ${last}`
}

/** How many events are under way, and until when the last of them, as one line for all. */
export function underWayText(events: readonly EventDays[], count = events.length): string {
  const last = events.reduce((latest, { end_date }) => (end_date > latest ? end_date : latest), '')
  const until = t('token.until', { at: shortDaysText(last, last, thisYear()) })
  return `${t('labelled', { label: t('under-way'), text: count })} · ${until}`
}

export const venueText = ({ venue }: Pick<ListedEvent, 'venue'>): string =>
  listText([venue].flat().map(({ venue: name }) => name))
