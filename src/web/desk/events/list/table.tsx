/** A table of events. */

import { h } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { eventFields, eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { callApi } from '../../api/api.ts'
import { faultMessage } from '../../api/faults.ts'
import type { EventItem } from '../../api/types.ts'
import { notifyWithUndo } from '../../bulk/undo.ts'
import { DAY_MINUTES } from '../../calendar/days.ts'
import { saveTimeShiftOfEvent } from '../../calendar/moving.ts'
import { mayPublishIn } from '../../groups/groups.ts'
import { Form } from '../../kept/form.tsx'
import type { Selection } from '../../lists/chosen.tsx'
import { Link } from '../../parts/link.tsx'
import { showFault } from '../../parts/notice.tsx'
import { setLeaveGuard } from '../../route.ts'
import { isTyping } from '../../shell/keys.ts'
import { dayText, minutesBetween } from '../../time/wall.ts'
import { TranslationMarks } from '../../translating/translation.tsx'
import { t } from '../../words/index.ts'
import { choiceText } from '../fields/field-kinds.ts'
import { type AuthorNames, type ColumnName, columnNamed } from './columns.tsx'
import type { ListedEvent } from './listed.ts'
import { statusText, whenTextWithinDay } from './texts.tsx'

// Edits a value of an event within the list: its title, its start or its status.

/** The values that can be edited in the list. */
type InlineFieldName = 'title' | 'when' | 'status'

const statuses = ['publish', 'draft', 'pending', 'private'] as const

/** The statuses that the user may set. */
const offeredStatuses = ({ group }: Pick<ListedEvent, 'group'>) =>
  statuses.filter((one) => one !== 'publish' || mayPublishIn(group?.id ?? 0))

/** Returns the value of an event as its control has it. */
function valueIn({ title, status, start_date, all_day }: ListedEvent, field: InlineFieldName): string {
  if (field === 'title') return title
  return field === 'status'
    ? status
    : all_day
      ? start_date.slice(0, 10)
      : start_date.slice(0, 16).replace(' ', 'T')
}

/** Saves one field, unless somebody else changed it after the list was loaded. */
async function saveField(
  event: ListedEvent,
  field: 'title' | 'status',
  value: string,
  after: () => void,
): Promise<void> {
  const { body, etag } = await callApi<EventItem>('GET', `/events/${event.id}`)
  if (body[field] !== event[field]) throw new Error(t('bulk.outdated'))
  const response = await callApi<EventItem>('PATCH', `/events/${event.id}`, {
    body: { [field]: value },
    ifMatch: etag,
  })
  notifyWithUndo(t('saved', { title: response.body.title }), response, after)
}

/** Moves the event to another start, with its end, as the calendar does. */
async function saveStart(event: ListedEvent, value: string, after: () => void): Promise<void> {
  const by = minutesBetween(event.start_date, `${value.replace('T', ' ').padEnd(16, ' 00:00')}:00`)
  if (by !== undefined) await saveTimeShiftOfEvent(event.id, { start: by, end: by }, after)
}

const save = (event: ListedEvent, field: InlineFieldName, value: string, after: () => void) =>
  field === 'when' ? saveStart(event, value, after) : saveField(event, field, value, after)

interface InlineProps {
  readonly event: ListedEvent
  readonly field: InlineFieldName
  readonly label: string
  readonly close: () => void
  /** Called after the change, and after its undo. */
  readonly after: () => void
}

/** Returns the control's value and fault, and the functions that change, save and leave it. */
function useInline({ event, field, close, after }: Omit<InlineProps, 'label'>) {
  const [value, setValue] = useState(valueIn(event, field))
  const [fault, setFault] = useState('')
  const isChanged = value !== valueIn(event, field)
  const leave = () => {
    setLeaveGuard(undefined)
    close()
  }
  const submit = async (submitted?: Event) => {
    submitted?.preventDefault()
    if (!isChanged) return leave()
    try {
      await save(event, field, value, after)
      leave()
      after()
    } catch (error) {
      // The control keeps the value, so that Enter tries again.
      setFault(error instanceof Error && !('status' in error) ? error.message : faultMessage(error))
    }
  }
  useLayoutEffect(() => {
    setLeaveGuard(isChanged ? async () => confirm(t('inline.leave')) : undefined)
    return () => setLeaveGuard(undefined)
  }, [isChanged])
  return { value, setValue, fault, submit, leave }
}

/** The type of the input for a field. */
const typeOf = ({ all_day }: ListedEvent, field: InlineFieldName) =>
  field === 'title' ? 'text' : all_day ? 'date' : 'datetime-local'

/** The control. Enter saves, Escape leaves the value as it was. */
function InlineEdit({ label, ...props }: InlineProps) {
  const { event, field } = props
  const { value, setValue, fault, submit, leave } = useInline(props)
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useLayoutEffect(() => control.current?.focus(), [])
  const common = {
    ref: control,
    name: `inline-${field}`,
    'aria-label': t('labelled', { label, text: event.title }),
    'aria-invalid': fault === '' ? undefined : true,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && leave(),
  }
  const input = ({ currentTarget }: { readonly currentTarget: EventTarget | null }) => {
    if (currentTarget !== null && 'value' in currentTarget) setValue(String(currentTarget.value))
  }
  return (
    <Form kept={`events/${event.id}/${field}`} class="inline" onSubmit={submit}>
      {field === 'status' ? (
        <select {...common} value={value} onChange={input}>
          {offeredStatuses(event).map((one) => (
            <option key={one} value={one}>
              {statusText(one)}
            </option>
          ))}
        </select>
      ) : (
        h('input', { ...common, type: typeOf(event, field), value, required: true, onInput: input })
      )}
      <button type="submit" class="main">
        {t('save')}
      </button>
      <button type="button" class="quiet" onClick={leave}>
        {t('cancel')}
      </button>
      {fault !== '' && (
        <p class="wrong" role="alert">
          {fault}
        </p>
      )}
    </Form>
  )
}

// Moves an event of the list by a key.

/** Returns what moves an event by a day: `Shift` and an arrow to either side, as in the calendar. */
const keyHandlerToMoveEventByOneDay = (event: ListedEvent, after: () => void) => (pressed: KeyboardEvent) => {
  const by = { ArrowLeft: -DAY_MINUTES, ArrowRight: DAY_MINUTES }[pressed.key]
  const isOther = !pressed.shiftKey || pressed.altKey || pressed.ctrlKey || pressed.metaKey
  if (by === undefined || isOther || isTyping(pressed)) return
  pressed.preventDefault()
  void saveTimeShiftOfEvent(event.id, { start: by, end: by }, after)
}

// The rows of the list of events: an event, or a series whose dates unfold.

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
interface RowList {
  readonly listed: readonly ListedEvent[]
  readonly selection: Selection<ListedEvent>
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
function EventRow({ event, list, isDate = false }: RowProps & { readonly isDate?: boolean }) {
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
function SeriesRow({ event, list, series, datesOf }: SeriesProps) {
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
