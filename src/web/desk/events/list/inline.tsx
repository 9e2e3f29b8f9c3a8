/** Edits a value of an event within the list: its title, its start or its status. */
import { h } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '../../api/api.ts'
import { faultMessage } from '../../api/faults.ts'
import type { EventItem } from '../../api/types.ts'
import { notifyWithUndo } from '../../bulk/undo.ts'
import { saveTimeShiftOfEvent } from '../../calendar/moving/move.ts'
import { mayPublishIn } from '../../groups/may.ts'
import { Form } from '../../kept/fields.tsx'
import { setLeaveGuard } from '../../route.ts'
import { minutesBetween } from '../../time/wall.ts'
import { t } from '../../words/index.ts'
import type { ListedEvent } from './listed.ts'
import { statusText } from './status.tsx'

/** The values that can be edited in the list. */
export type InlineFieldName = 'title' | 'when' | 'status'

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
export function InlineEdit({ label, ...props }: InlineProps) {
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
