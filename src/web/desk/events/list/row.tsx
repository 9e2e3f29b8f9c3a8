/** The rows of the list of events: an event, or a series whose dates unfold. */
import { useState } from 'preact/hooks'
import { eventFields, eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { Link } from '../../parts/link.tsx'
import { showFault } from '../../parts/notice.tsx'
import { TranslationMarks } from '../../translating/marks.tsx'
import { t } from '../../words/index.ts'
import { choiceText } from '../fields/choice-text.ts'
import { type AuthorNames, type ColumnName, columnNamed, whenTextWithinDay } from './columns.tsx'
import { InlineEdit, type InlineFieldName } from './inline.tsx'
import type { ListedEvent } from './listed.ts'
import { keyHandlerToMoveEventByOneDay } from './move-by-days.ts'
import type { EventSelection } from './selection.ts'

/** The flags that are off by default. The table shows those that are on. */
const marking = eventFlagNames.filter((flag) => !eventFields[flag].byDefault)

function Marks({ event }: { readonly event: ListedEvent }) {
  const marks = [
    ...(event.event_status !== 'scheduled' ? [choiceText('event_status', event.event_status)] : []),
    ...marking
      .filter((flag) => event[flag])
      .map((flag) => t(flag === 'hide_from_listings' ? 'hidden' : flag)),
    ...(event.in_main ? [] : [t('not-in-main')]),
    ...(event.password_protected ? [t('protected')] : []),
    ...(event.note ? [t('note')] : []),
  ]
  return (
    <>
      {marks.map((mark) => (
        <small class="tag" key={mark}>
          {mark}
        </small>
      ))}
      <TranslationMarks item={event} />
    </>
  )
}

function SeriesMarks({ event }: { readonly event: ListedEvent }) {
  return (
    <>
      <small class="tag">{t('one.series')}</small>
      <TranslationMarks item={event} />
    </>
  )
}

/** The list that rows belong to. */
export interface RowList {
  readonly listed: readonly ListedEvent[]
  readonly selection: EventSelection
  readonly columns: readonly ColumnName[]
  readonly authors: AuthorNames
  /** Whether the days stand above the rows. */
  readonly isByDay?: boolean
  /** Loads the list anew after a change. Without it, rows are not edited. */
  readonly after: (() => void) | undefined
  /** Loads the dates of a series that match the filters. Undefined if each date has a row. */
  readonly datesOf: ((series: number) => Promise<readonly ListedEvent[]>) | undefined
}

interface RowProps {
  readonly event: ListedEvent
  readonly list: RowList
}

const inlineOf: Readonly<Partial<Record<ColumnName, InlineFieldName>>> = { when: 'when', status: 'status' }

/** What a cell shows. */
const cellOf = (name: ColumnName, event: ListedEvent, { authors, isByDay }: RowList) =>
  name === 'when' && isByDay ? whenTextWithinDay(event) : columnNamed(name).cell(event, authors)

function Cells({ event, list }: RowProps) {
  const [edited, edit] = useState<InlineFieldName>()
  const { after, columns } = list
  const editor = (field: InlineFieldName, label: string) =>
    after && <InlineEdit {...{ event, field, label, after }} close={() => edit(undefined)} />
  const pen = (field: InlineFieldName, label: string) =>
    after && (
      <button
        type="button"
        class="pen quiet"
        aria-label={t('inline.edit', { what: label, title: event.title })}
        onClick={() => edit(field)}
      >
        ✎
      </button>
    )
  return (
    <>
      <th scope="row">
        {edited === 'title' ? (
          editor('title', t('title'))
        ) : (
          <>
            <Link to={`/events/${event.id}`}>{event.title}</Link> <Marks event={event} />
            {pen('title', t('title'))}
          </>
        )}
      </th>
      {columns.map((name) => {
        const { label, class: kind } = columnNamed(name)
        const field = inlineOf[name]
        return (
          <td key={name} class={kind}>
            {field !== undefined && edited === field ? editor(field, t(label)) : cellOf(name, event, list)}
            {field !== undefined && edited !== field && pen(field, t(label))}
          </td>
        )
      })}
    </>
  )
}

interface TickProps {
  readonly label: string
  readonly isChosen: boolean
  readonly toggle: (hasShift: boolean) => void
}

function Tick({ label, isChosen, toggle }: TickProps) {
  return (
    <td class="tick">
      <input
        type="checkbox"
        checked={isChosen}
        aria-label={label}
        onClick={(event) => toggle(event.shiftKey)}
      />
    </td>
  )
}

/** The row of an event. */
export function EventRow({ event, list, isDate = false }: RowProps & { readonly isDate?: boolean }) {
  const { selection, listed } = list
  const isChosen = selection.chosen.has(event.id)
  return (
    <tr
      class={`${isChosen ? 'chosen' : ''} ${isDate ? 'date' : ''}`}
      onKeyDown={list.after && keyHandlerToMoveEventByOneDay(event, list.after)}
    >
      <Tick
        label={t('choose', { title: event.title })}
        isChosen={isChosen}
        toggle={(hasShift) => selection.toggle(event, listed, hasShift)}
      />
      <Cells event={event} list={list} />
    </tr>
  )
}

interface SeriesProps extends RowProps {
  readonly series: number
  readonly datesOf: (series: number) => Promise<readonly ListedEvent[]>
}

/** The row of a series, with its next date, and on demand rows of all its dates. Its box chooses all of them. */
export function SeriesRow({ event, list, series, datesOf }: SeriesProps) {
  const [dates, setDates] = useState<readonly ListedEvent[]>()
  const [isOpen, setOpen] = useState(false)
  const { selection, columns } = list
  const isChosen = [...selection.chosen.values()].some((one) => one.series?.id === series)
  const load = async () => {
    const found = await datesOf(series)
    setDates(found)
    return found
  }
  const unfold = () => {
    setOpen(!isOpen)
    if (!isOpen) load().catch(showFault)
  }
  const toggle = () => {
    const own = [...selection.chosen.values()].filter((one) => one.series?.id === series)
    if (isChosen) selection.set(own, false)
    else load().then((found) => selection.set(found, true), showFault)
  }
  return (
    <>
      <tr class={isChosen ? 'chosen series' : 'series'}>
        <Tick label={t('choose', { title: event.title })} isChosen={isChosen} toggle={toggle} />
        <th scope="row">
          <button type="button" class="unfold quiet" aria-expanded={isOpen} onClick={unfold}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
            <span class="unseen">{t('dates-of', { title: event.title })}</span>
          </button>
          <Link to={`/events/${event.id}`}>{event.title}</Link> <SeriesMarks event={event} />
        </th>
        {columns.map((name) => (
          <td key={name} class={columnNamed(name).class}>
            {cellOf(name, event, list)}
          </td>
        ))}
      </tr>
      {isOpen &&
        dates?.map((one) => (
          <EventRow key={one.id} event={one} list={{ ...list, listed: dates, isByDay: false }} isDate />
        ))}
    </>
  )
}
