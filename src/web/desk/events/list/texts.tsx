/** What lists say of an event: when it is, where, and its status. The desk begins with these, but not with the columns of the list. */
import type { EventPublicationStatus } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import {
  epochMillisecondsNow,
  shortDateTimeText,
  shortDaysText,
  timeText,
  wallTimeIn,
} from '../../time/wall.ts'
import { listText, t } from '../../words/index.ts'
import type { ListedEvent } from './listed.ts'

/** The label of a status. */
export const statusText = (status: EventPublicationStatus): string => t(`status.${status}`)

/** The badge of a status. */
export function StatusMark({ status }: { readonly status: EventPublicationStatus }) {
  return <span class={`status ${status}`}>{statusText(status)}</span>
}

type EventDays = Pick<ListedEvent, 'start_date' | 'end_date' | 'all_day' | 'timezone' | 'timezone_abbr'>

const thisYear = () => wallTimeIn(deskSettings.zone, epochMillisecondsNow()).slice(0, 4)

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

/** Where the day stands above: the hour alone, unless an event takes several days. */
export function whenTextWithinDay(event: EventDays): string {
  const { start_date, end_date, all_day } = event
  if (start_date.slice(0, 10) !== end_date.slice(0, 10)) return whenText(event)
  return all_day ? t('all-day') : `${timeText(start_date)} ${zoneNameUnlessCalendarZone(event)}`.trimEnd()
}

/** The names of its venues. */
export const venueText = ({ venue }: Pick<ListedEvent, 'venue'>): string =>
  listText([venue].flat().map(({ venue: name }) => name))
