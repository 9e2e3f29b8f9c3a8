/** A table of events. */
import { eventFields, eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { Link } from '../../parts/link.tsx'
import { dayText, timeText } from '../../time/wall.ts'
import { t } from '../../words/index.ts'
import { choiceText } from '../fields/choice-text.ts'
import type { ListedEvent } from './listed.ts'
import { StatusMark } from './status.tsx'

type EventDays = Pick<ListedEvent, 'start_date' | 'end_date' | 'all_day'>

/** The dates of an event in short form. */
export function whenText({ start_date, end_date, all_day }: EventDays): string {
  const [start, end] = [dayText(start_date), dayText(end_date)]
  if (start !== end) return `${start} – ${end}`
  return all_day ? start : `${start}, ${timeText(start_date)}`
}

/** The names of its venues. */
export const venueText = ({ venue }: Pick<ListedEvent, 'venue'>): string =>
  [venue]
    .flat()
    .map(({ venue: name }) => name)
    .join(', ')

/** The flags that are off by default. The table shows those that are on. */
const marking = eventFlagNames.filter((flag) => !eventFields[flag].byDefault)

function Marks({ event }: { readonly event: ListedEvent }) {
  const marks = [
    ...(event.event_status !== 'scheduled' ? [choiceText('event_status', event.event_status)] : []),
    ...marking
      .filter((flag) => event[flag])
      .map((flag) => t(flag === 'hide_from_listings' ? 'hidden' : flag)),
    ...(event.password_protected ? [t('protected')] : []),
  ]
  return (
    <>
      {marks.map((mark) => (
        <small class="tag" key={mark}>
          {mark}
        </small>
      ))}
    </>
  )
}

interface TableProps {
  readonly events: readonly ListedEvent[]
  readonly chosen: ReadonlySet<number>
  readonly choose: (chosen: ReadonlySet<number>) => void
}

interface RowProps {
  readonly event: ListedEvent
  readonly isChosen: boolean
  readonly toggle: (id: number) => void
}

function Row({ event, isChosen, toggle }: RowProps) {
  return (
    <tr class={isChosen ? 'chosen' : undefined}>
      <td class="tick">
        <input
          type="checkbox"
          checked={isChosen}
          aria-label={t('choose', { title: event.title })}
          onChange={() => toggle(event.id)}
        />
      </td>
      <th scope="row">
        <Link to={`/events/${event.id}`}>{event.title}</Link> <Marks event={event} />
      </th>
      <td class="when">{whenText(event)}</td>
      <td class="where">{venueText(event)}</td>
      <td>
        <StatusMark status={event.status} />
      </td>
    </tr>
  )
}

/** The rows, with checkboxes. */
export function EventTable({ events, chosen, choose }: TableProps) {
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    choose(next)
  }
  const isAll = events.length > 0 && events.every(({ id }) => chosen.has(id))
  return (
    <table class="events">
      <caption class="unseen">{t('events')}</caption>
      <thead>
        <tr>
          <td class="tick">
            <label>
              <input
                type="checkbox"
                checked={isAll}
                onChange={() => choose(isAll ? new Set() : new Set(events.map(({ id }) => id)))}
              />
              <span>{t('choose-all')}</span>
            </label>
          </td>
          <th scope="col">{t('title')}</th>
          <th scope="col">{t('when')}</th>
          <th scope="col">{t('venue')}</th>
          <th scope="col">{t('status')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <Row key={event.id} event={event} isChosen={chosen.has(event.id)} toggle={toggle} />
        ))}
      </tbody>
    </table>
  )
}
