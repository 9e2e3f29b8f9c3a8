/** A table of events. */
import { dayText } from '../../time/wall.ts'
import { t } from '../../words/index.ts'
import { columnNamed } from './columns.tsx'
import type { ListedEvent } from './listed.ts'
import { EventRow, type RowList, SeriesRow } from './row.tsx'

/** How a table is sorted, and the function that sorts it otherwise. */
export interface TableOrder {
  readonly orderby: string
  readonly order: string
  readonly sort: (order: string) => void
}

interface HeadProps {
  readonly label: string
  readonly orderby: string | undefined
  readonly sorted: TableOrder | undefined
}

/** The head of a column. A press sorts by it, and a second one the other way round. */
function Head({ label, orderby, sorted }: HeadProps) {
  if (orderby === undefined || sorted === undefined) return <th scope="col">{label}</th>
  const isCurrent = sorted.orderby === orderby
  const isUp = sorted.order === 'asc'
  return (
    <th scope="col" aria-sort={isCurrent ? (isUp ? 'ascending' : 'descending') : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => sorted.sort(`${orderby}-${isCurrent && isUp ? 'desc' : 'asc'}`)}
      >
        {label}
        <span aria-hidden="true">{isCurrent ? (isUp ? ' ↑' : ' ↓') : ''}</span>
      </button>
    </th>
  )
}

interface TableProps {
  readonly list: RowList
  readonly sorted?: TableOrder
}

/** The events by the day on which they begin, in their order; all without a day where another order is chosen. */
function daysOf(listed: readonly ListedEvent[], isByDay: boolean) {
  const days: Record<string, ListedEvent[]> = {}
  for (const event of listed) {
    const day = isByDay ? event.start_date.slice(0, 10) : ''
    days[day] = [...(days[day] ?? []), event]
  }
  return Object.entries(days)
}

/** The rows, with checkboxes. */
export function EventTable({ list: given, sorted }: TableProps) {
  const isByDay = sorted?.orderby === 'start_date'
  const list = { ...given, isByDay }
  const { listed, selection, columns, datesOf } = list
  const isAll = listed.length > 0 && listed.every(({ id }) => selection.chosen.has(id))
  return (
    <table class="events">
      <caption class="unseen">{t('events')}</caption>
      <thead>
        <tr>
          <td class="tick">
            <label>
              <input type="checkbox" checked={isAll} onChange={() => selection.set(listed, !isAll)} />
              <span>{t('choose-all')}</span>
            </label>
          </td>
          <Head label={t('title')} orderby="title" sorted={sorted} />
          {columns.map((name) => (
            <Head
              key={name}
              label={t(columnNamed(name).label)}
              orderby={columnNamed(name).orderby}
              sorted={sorted}
            />
          ))}
        </tr>
      </thead>
      {daysOf(listed, isByDay).map(([day, events]) => (
        <tbody key={day}>
          {day !== '' && (
            <tr class="day">
              <th scope="rowgroup" colSpan={columns.length + 2}>
                {dayText(`${day} 00:00:00`)}
              </th>
            </tr>
          )}
          {events.map((event) =>
            event.series && datesOf !== undefined ? (
              <SeriesRow key={event.id} series={event.series.id} {...{ event, list, datesOf }} />
            ) : (
              <EventRow key={event.id} {...{ event, list }} />
            ),
          )}
        </tbody>
      ))}
    </table>
  )
}
