import { type ComponentChildren, type ComponentProps, h } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { eventFields, eventFlagNames } from '../../../../contract/resources/fields/event-fields.ts'
import { pick } from '../../../../contract/table-of.ts'
import { isSoldOut } from '../../../../domain/tickets.ts'
import { callApi } from '../../api/api.ts'
import type { EventItem } from '../../api/types.ts'
import { notifyWithUndo } from '../../bulk/undo.ts'
import { DAY_MINUTES } from '../../calendar/days.ts'
import { saveTimeShiftOfEvent } from '../../calendar/moving.ts'
import { EditedForm } from '../../edited/form.tsx'
import { useSentForm } from '../../edited/use-edited-item.ts'
import { mayPublishIn } from '../../groups/groups.ts'
import { useLeaveConfirmation } from '../../kept/form.tsx'
import type { Selection } from '../../lists/chosen.ts'
import { Tick, TickAll } from '../../lists/list.tsx'
import { Button } from '../../parts/button.tsx'
import { ErrorText, Options } from '../../parts/field.tsx'
import { Icon, Link } from '../../parts/link.tsx'
import { MomentInput, useMoment } from '../../parts/moment-field.tsx'
import { showFault } from '../../parts/notice.tsx'
import { setLeaveGuard } from '../../route.ts'
import { isTyping, useRowKeys } from '../../shell/keys.ts'
import { minutesBetween, todayOfSite } from '../../time/wall.ts'
import { TranslationMarks } from '../../translating/translation.tsx'
import { t } from '../../words/index.ts'
import { type AuthorNames, type Column, type ColumnName, chosenColumnNames, columnNamed } from './columns.tsx'
import { type ListedEvent, type ListedRow, MANY_UNDER_WAY, rowsOf } from './listed.ts'
import {
  dayHeading,
  isBeyondDay,
  OutcomeMark,
  statusText,
  underWayText,
  whenTextWithinDay,
} from './texts.tsx'

// Edits a value of an event within the list: its title, its start or its status.

/** The values that can be edited in the list. */
type InlineFieldName = 'title' | 'when' | 'status'

const statuses = ['publish', 'draft', 'pending', 'private'] as const

const offeredStatuses = ({ group }: Pick<ListedEvent, 'group'>) =>
  statuses
    .filter((one) => one !== 'publish' || mayPublishIn(group?.id ?? 0))
    .map((one) => [one, statusText(one)] as const)

/** Returns the value of an event as its control has it. */
function valueIn({ title, status, start_date, all_day }: ListedEvent, field: InlineFieldName): string {
  if (field === 'title') return title
  return field === 'status' ? status : all_day ? start_date.slice(0, 10) : start_date
}

/** Saves one field, unless somebody else changed it after the list was loaded. Returns the event as the list has it, with what was saved. */
async function saveField(
  event: ListedEvent,
  field: 'title' | 'status',
  value: string,
  after: () => void,
): Promise<ListedEvent> {
  const { body, etag } = await callApi<EventItem>('GET', `/events/${event.id}`)
  if (body[field] !== event[field]) throw new Error(t('bulk.outdated'))
  const response = await callApi<EventItem>('PATCH', `/events/${event.id}`, {
    body: { [field]: value },
    ifMatch: etag,
  })
  notifyWithUndo(t('saved', { title: response.body.title }), response, after)
  return { ...event, ...pick(response.body, ['title', 'status']) }
}

/** Moves the event to another start, with its end, as the calendar does. */
async function saveStart(event: ListedEvent, value: string, after: () => void): Promise<ListedEvent> {
  const by = minutesBetween(event.start_date, value) ?? 0
  const saved = await saveTimeShiftOfEvent(event.id, { start: by, end: by }, after)
  return {
    ...event,
    ...(saved && pick(saved, ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'])),
  }
}

const save = (event: ListedEvent, field: InlineFieldName, value: string, after: () => void) =>
  field === 'when' ? saveStart(event, value, after) : saveField(event, field, value, after)

interface InlineProps {
  readonly event: ListedEvent
  readonly field: InlineFieldName
  readonly label: string
  readonly close: () => void
  /** Shows the event with what was saved. */
  readonly show: (saved: ListedEvent) => void
  /** Called after the change, and after its undo. */
  readonly after: () => void
}

/** Returns the state of the control, and what leaves it. */
function useInline({ event, field, close, show, after }: Omit<InlineProps, 'label'>) {
  const first = { value: valueIn(event, field) }
  const state = useSentForm(`events/${event.id}/${field}`, first, async ({ value }) =>
    value === first.value ? event : save(event, field, value, after),
  )
  useLeaveConfirmation(state.isChanged, state.forget)
  const leave = () => {
    state.forget()
    setLeaveGuard(undefined)
    close()
  }
  const saved = (next: ListedEvent) => {
    leave()
    if (next === event) return
    show(next)
    after()
  }
  return { ...state, saved, leave }
}

interface InlineStartProps extends Omit<ComponentProps<typeof MomentInput>, 'moment'> {
  readonly isAllDay: boolean
  readonly start: string
  readonly setStart: (start: string) => void
}

function InlineStart({ isAllDay, start, setStart, ...control }: InlineStartProps) {
  const kind = isAllDay ? 'day' : 'moment'
  const moment = useMoment({ kind, name: 'when', value: start, required: true, onInput: setStart })
  useLayoutEffect(() => moment.input.current?.focus(), [])
  return (
    <>
      <MomentInput {...control} moment={moment} />
      <ErrorText>{moment.fault}</ErrorText>
    </>
  )
}

/** The control. Enter saves, Escape leaves the value as it was. */
function InlineEdit({ label, ...props }: InlineProps) {
  const { event, field } = props
  const state = useInline(props)
  const { values, fault, leave, saved } = state
  const { value } = values
  const control = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useLayoutEffect(() => control.current?.focus(), [])
  const common = {
    name: `inline-${field}`,
    'aria-label': t('labelled', { label, text: event.title }),
    'aria-invalid': fault === undefined ? undefined : true,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && leave(),
  }
  const input = ({ currentTarget }: { readonly currentTarget: EventTarget | null }) => {
    if (currentTarget !== null && 'value' in currentTarget) state.set({ value: String(currentTarget.value) })
  }
  return (
    <EditedForm state={state} rows={[]} saved={saved} class="inline">
      {field === 'status' ? (
        <select {...common} ref={control} value={value} onChange={input}>
          <Options value={value} options={offeredStatuses(event)} />
        </select>
      ) : field === 'when' ? (
        <InlineStart
          {...common}
          isAllDay={event.all_day}
          start={value}
          setStart={(start) => state.set({ value: start })}
        />
      ) : (
        h('input', { ...common, ref: control, type: 'text', value, required: true, onInput: input })
      )}
      <Button type="submit" class="main" label={t('save')} />
      <Button class="quiet" onClick={leave} label={t('cancel')} />
    </EditedForm>
  )
}

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
    ...marking
      .filter((flag) => event[flag])
      .map((flag) => t(flag === 'hide_from_listings' ? 'hidden' : flag)),
    ...(event.in_main ? [] : [t('not-in-main')]),
    ...(event.password_protected ? [t('protected')] : []),
    ...(event.note ? [t('note')] : []),
  ]
  return (
    <>
      <OutcomeMark event_status={event.event_status} />
      {isSoldOut(event) && <small class="tag sold-out">{t('sold-out')}</small>}
      {marks.map((mark) => (
        <small class="tag" key={mark}>
          {mark}
        </small>
      ))}
      <TranslationMarks collection="events" item={event} />
    </>
  )
}

/** The list that rows belong to. */
interface RowList {
  readonly rows: readonly ListedRow[]
  readonly selection: Selection<ListedRow>
  readonly columns: readonly (ColumnName | 'title')[]
  readonly authors: AuthorNames
  /** Whether the days stand above the rows. */
  readonly isByDay: boolean
  /** The next date of the series whose dates the rows are, below it: their day stands above none of them. */
  readonly datesLike?: ListedEvent
  /** Whether it begins with what is under way. */
  readonly isOfNow: boolean
  /** What was saved here, by the events as they were loaded: it is shown until the list is loaded again. */
  readonly saved: ReadonlyMap<ListedEvent, ListedEvent>
  readonly show: (loaded: ListedEvent, saved: ListedEvent) => void
  /** Loads the list anew after a change. */
  readonly after: () => void
  /** Loads the dates of a series that fulfil the filters. */
  readonly datesOf: (series: number) => Promise<readonly ListedEvent[]>
  /** Leaves the columns as wide as they are, whatever unfolds below their heads. */
  readonly keepWidths: () => void
}

interface RowProps {
  readonly row: ListedRow
  readonly list: RowList
}

const inlineOf: Readonly<Partial<Record<ColumnName, InlineFieldName>>> = { when: 'when', status: 'status' }

const shownEvent = ({ event }: ListedRow, { saved }: Pick<RowList, 'saved'>) => saved.get(event) ?? event

/** The day above an event; undefined for that of its begin. */
const dayAbove = ({ start_date }: ListedEvent, { isOfNow, datesLike }: RowList) =>
  isOfNow && datesLike === undefined && start_date < todayOfSite() ? todayOfSite() : undefined

interface EditableProps extends Omit<InlineProps, 'close'> {
  readonly children: ComponentChildren
}

/** A value, and over it its control once the pen beside it is pressed: the table stays as it is. The focus comes back to the pen. */
function Editable({ children, ...inline }: EditableProps) {
  const [isEdited, edit] = useState(false)
  const pen = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useLayoutEffect(() => {
    if (wasEdited.current) pen.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return (
    <>
      {children}
      <button
        type="button"
        ref={pen}
        class="pen quiet"
        // While it is pressed, it keeps its room alone.
        aria-label={
          isEdited ? undefined : t('inline.edit', { what: inline.label, title: inline.event.title })
        }
        aria-hidden={isEdited || undefined}
        disabled={isEdited}
        onClick={() => edit(true)}
      >
        ✎
      </button>
      {isEdited && <InlineEdit {...inline} close={() => edit(false)} />}
    </>
  )
}

interface CellsProps extends Pick<InlineProps, 'event' | 'show'> {
  readonly list: RowList
  /** The button that unfolds a series, whose own values belong to its dates. */
  readonly unfold?: ComponentChildren
}

function Cells({ event, show, list, unfold }: CellsProps) {
  const { after, columns, isByDay, datesLike } = list
  const editable = (value: ComponentChildren, field: InlineFieldName | undefined, label: string) =>
    unfold || field === undefined ? (
      value
    ) : (
      <Editable {...{ field, label, event, show, after }}>{value}</Editable>
    )
  const cell = (name: ColumnName) => {
    const { label, class: kind = `of-${name}`, cell } = columnNamed(name)
    const isHour = name === 'when' && isByDay
    const day = dayAbove(event, list)
    const value = isHour ? whenTextWithinDay(event, day) : cell(event, list.authors)
    return (
      <td
        key={name}
        class={isHour && isBeyondDay(event, day) ? `${kind} until` : kind}
        // A name may be longer than its column.
        title={kind.startsWith('where') ? String(value) : undefined}
      >
        {editable(value, inlineOf[name], t(label))}
      </td>
    )
  }
  const isDay = isByDay && datesLike !== undefined
  const title = (
    <th key="title" scope="row">
      {editable(
        <>
          <Link to={`/events/${event.id}`}>
            {isDay ? dayHeading(event.start_date.slice(0, 10), todayOfSite()) : event.title}
          </Link>{' '}
          {isDay && event.title !== datesLike.title && event.title} {unfold}
          <Marks event={event} />
        </>,
        'title',
        t('title'),
      )}
    </th>
  )
  return <>{columns.map((name) => (name === 'title' ? title : cell(name)))}</>
}

interface TableRowProps extends RowProps {
  readonly class: string
  readonly unfold?: ComponentChildren
}

function TableRow({ row, list, class: kind, unfold }: TableRowProps) {
  const { selection, rows, after } = list
  const { id, isSeries } = row
  const event = shownEvent(row, list)
  return (
    <tr
      class={selection.chosen.has(id) ? `${kind} chosen` : kind}
      onKeyDown={isSeries ? undefined : keyHandlerToMoveEventByOneDay(event, after)}
    >
      <td class="tick">
        <Tick item={row} name={event.title} items={rows} selection={selection} />
      </td>
      <Cells event={event} show={(saved) => list.show(row.event, saved)} list={list} unfold={unfold} />
    </tr>
  )
}

/** The row of a series, with its next date, and on demand rows of all its dates. */
function SeriesRow({ row, list }: RowProps) {
  const [dates, setDates] = useState<readonly ListedRow[]>()
  const [isOpen, setOpen] = useState(false)
  const { title, series } = row.event
  const turn = () => {
    list.keepWidths()
    setOpen(!isOpen)
  }
  // Whenever the list is loaded again, too: its acts and their undo are about dates as well.
  useEffect(() => {
    if (!isOpen || series === null) return undefined
    let isCurrent = true
    list.datesOf(series.id).then((found) => isCurrent && setDates(rowsOf(found, false)), showFault)
    return () => {
      isCurrent = false
    }
  }, [isOpen, row.event])
  const unfold = (
    <Button class="unfold tag" aria-expanded={isOpen} onClick={turn}>
      <span aria-hidden="true">{t('one.series')}</span>
      <Icon of={isOpen ? 'chevron-down' : 'chevron-right'} />
      <span class="unseen">{t('dates-of', { title })}</span>
    </Button>
  )
  return (
    <>
      <TableRow row={row} list={list} class="series" unfold={unfold} />
      {isOpen &&
        dates?.map((one) => (
          <TableRow
            key={one.id}
            row={one}
            list={{ ...list, rows: dates, datesLike: row.event }}
            class="date"
          />
        ))}
    </>
  )
}

/** How a table is sorted, and the function that sorts it otherwise. */
interface TableOrder {
  readonly orderby: string
  readonly order: string
  readonly sort: (order: string) => void
}

interface HeadProps extends Pick<Column, 'label' | 'orderby' | 'class'> {
  readonly sorted: TableOrder
}

/** The head of a column. A press sorts by it, and a second one the other way round. */
function Head({ label, orderby, class: kind, sorted }: HeadProps) {
  const isCurrent = sorted.orderby === orderby
  const isUp = sorted.order === 'asc'
  return (
    <th scope="col" class={kind} aria-sort={isCurrent ? (isUp ? 'ascending' : 'descending') : undefined}>
      {orderby === undefined ? (
        t(label)
      ) : (
        <Button class="sort" onClick={() => sorted.sort(`${orderby}-${isCurrent && isUp ? 'desc' : 'asc'}`)}>
          {t(label)}
          <span aria-hidden="true">{isCurrent ? (isUp ? ' ↑' : ' ↓') : ''}</span>
        </Button>
      )}
    </th>
  )
}

/** Stands for the day of what began before today. */
const UNDER_WAY = 'under-way'

/** The rows by the day on which they begin, in their order; all without a day where another order is chosen. What is under way is below today. */
function daysOf(list: RowList, today: string) {
  const { rows, isByDay, isOfNow } = list
  const days: Record<string, ListedRow[]> = {}
  for (const row of rows) {
    const begins = shownEvent(row, list).start_date.slice(0, 10)
    const day = !isByDay ? '' : isOfNow && begins < today ? UNDER_WAY : begins
    days[day] = [...(days[day] ?? []), row]
  }
  const [first, second, ...others] = Object.entries(days)
  const isBelow = first?.[0] === UNDER_WAY && second?.[0] === today
  return [...(isBelow ? [second, first] : [first, second]), ...others].filter((one) => one !== undefined)
}

interface DayProps {
  readonly day: string
  readonly rows: readonly ListedRow[]
  readonly list: RowList
}

/** The rows of a day. Those under way are one line, until it is pressed or one of them is chosen. */
function Day({ day, rows, list }: DayProps) {
  const [isOpen, setOpen] = useState(false)
  const isUnderWay = day === UNDER_WAY
  const isFolding = isUnderWay && rows.length >= MANY_UNDER_WAY
  const isShown = isOpen || !isFolding || rows.some(({ id }) => list.selection.chosen.has(id))
  return (
    <tbody class={isUnderWay ? 'under-way' : undefined}>
      {day !== '' && (
        <tr class="day">
          <th scope="rowgroup" colSpan={list.columns.length + 1}>
            {isFolding ? (
              <Button class="unfold" aria-expanded={isShown} onClick={() => setOpen(!isShown)}>
                <Icon of={isShown ? 'chevron-down' : 'chevron-right'} />
                {underWayText(rows.map(({ event }) => event))}
              </Button>
            ) : isUnderWay ? (
              t('under-way')
            ) : (
              dayHeading(day, todayOfSite())
            )}
          </th>
        </tr>
      )}
      {isShown &&
        rows.map((row) =>
          row.isSeries ? (
            <SeriesRow key={row.id} row={row} list={list} />
          ) : (
            <TableRow key={row.id} row={row} list={list} class="" />
          ),
        )}
    </tbody>
  )
}

/** The rows with those that were moved here where they belong by then. */
function withMovedRows({ rows, saved }: Pick<RowList, 'rows' | 'saved'>, isUp: boolean) {
  const startOf = (row: ListedRow) => shownEvent(row, { saved }).utc_start_date
  const isMoved = (row: ListedRow) => startOf(row) !== row.event.utc_start_date
  return rows.filter(isMoved).reduce(
    (placed, row) => {
      const next = placed.findIndex((one) =>
        isUp ? startOf(one) > startOf(row) : startOf(one) < startOf(row),
      )
      return placed.toSpliced(next < 0 ? placed.length : next, 0, row)
    },
    rows.filter((row) => !isMoved(row)),
  )
}

const TITLE = { label: 'title', orderby: 'title' } as const

interface TableProps {
  readonly list: Omit<RowList, 'columns' | 'keepWidths' | 'saved' | 'show'>
  readonly sorted: TableOrder
}

export function EventTable({ list: given, sorted }: TableProps) {
  const { selection, isByDay } = given
  const [saved, setSaved] = useState<RowList['saved']>(new Map())
  const show: RowList['show'] = (loaded, next) => setSaved((before) => new Map(before).set(loaded, next))
  const rows = isByDay ? withMovedRows({ ...given, saved }, sorted.order === 'asc') : given.rows
  // Where nothing shown is of a group, its column has no use.
  const isInGroup = rows.some(({ event }) => event.group)
  const chosen = chosenColumnNames().filter((name) => name !== 'group' || isInGroup)
  // As in a timetable, the hour stands before the title.
  const first = chosen.filter((name) => name === 'picture' || (name === 'when' && isByDay))
  const columns = [...first, 'title' as const, ...chosen.filter((name) => !first.includes(name))]
  const table = useRef<HTMLTableElement>(null)
  // As shares of the table, in which they stay when the window gets another width.
  const [widths, setWidths] = useState<readonly string[]>()
  useLayoutEffect(() => setWidths(undefined), [columns.join()])
  const keepWidths = () => {
    const { tHead, offsetWidth: whole = 0 } = table.current ?? {}
    const kept = [...(tHead?.rows[0]?.cells ?? [])].map((cell) => (100 * cell.offsetWidth) / whole)
    // Rows of narrow windows have no columns.
    setWidths(kept.every((width) => width > 0) ? kept.map((width) => `${width}%`) : undefined)
  }
  const list = { ...given, rows, saved, show, columns, keepWidths }
  useRowKeys({ hasTicks: true, hasEvents: true })
  return (
    <table
      ref={table}
      class={isByDay ? 'events by-day' : 'events'}
      style={{ 'table-layout': widths && 'fixed' }}
    >
      <caption class="unseen">{t('events')}</caption>
      {widths && (
        <colgroup>
          {widths.map((width, at) => (
            <col key={at} style={{ width }} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          <td class="tick">
            <TickAll items={rows} selection={selection} />
          </td>
          {columns.map((name) => (
            <Head key={name} sorted={sorted} {...(name === 'title' ? TITLE : columnNamed(name))} />
          ))}
        </tr>
      </thead>
      {daysOf(list, todayOfSite()).map(([day, rowsOfDay]) => (
        <Day key={day} day={day} rows={rowsOfDay} list={list} />
      ))}
    </table>
  )
}
