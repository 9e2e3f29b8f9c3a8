/** Duplicates an event to one or several other dates. */
import { useState } from 'preact/hooks'
import { callApi, hasRoleAtLeast } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { focusFieldOnceShown } from '../events/focus-field.ts'
import { daysQuery, loadEvents } from '../events/list/listed.ts'
import { statusText } from '../events/list/texts.tsx'
import { Form } from '../kept/form.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText, SelectField, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { navigateTo } from '../route.ts'
import { useViewActs } from '../shell/keys.ts'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { plusMinutes } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { notifyWithUndo } from './undo.ts'

type Copied = Pick<EventItem, 'id' | 'title' | 'start_date'>

const WEEK = 7 * 24 * 60
const MAX_DATES = 100

const weekAfter = (day: string) => plusMinutes(`${day} 00:00:00`, WEEK).slice(0, 10)

interface DialogProps {
  readonly event: Copied
  readonly close: () => void
  readonly after: (() => void) | undefined
}

interface CopyDatesProps {
  /** The title of what is copied. */
  readonly title: string
  readonly dates: readonly string[]
  /** The date that is added: a week after the last one. */
  readonly next: string
  readonly onChange: (dates: readonly string[]) => void
}

/** Returns the days among `dates` on which an event of the same title starts already. Without an answer none are. */
function useTakenDays(title: string, dates: readonly string[]): ReadonlySet<string> {
  // A year is typed digit by digit.
  const given = dates.filter((date) => date > '1000').toSorted()
  const [first, last] = [given[0], given.at(-1)]
  const loaded = useLoaded(async () => {
    if (first === undefined || last === undefined) return new Set<string>()
    const titled = { search: title, search_in: 'title', status: 'any', per_page: MAX_DATES }
    const { body } = await loadEvents({ ...daysQuery(first, last), ...titled })
    return new Set(body.filter((one) => one.title === title).map((one) => one.start_date.slice(0, 10)))
  }, [title, first, last])
  return loaded.value ?? new Set()
}

/** The dates of the copies, with warnings that block nothing. */
function CopyDates({ title, dates, next, onChange }: CopyDatesProps) {
  const taken = useTakenDays(title, dates)
  const warningOf = (date: string, at: number) => {
    if (date === '') return {}
    if (dates.indexOf(date) < at) return { hint: t('warning.twice'), class: 'warned' }
    return taken.has(date) ? { hint: t('warning.copied', { title }), class: 'warned' } : {}
  }
  return (
    <>
      {dates.map((date, at) => (
        <TextField
          key={at}
          name={`date-${at + 1}`}
          label={t('duplicate.date', { number: at + 1 })}
          type="date"
          value={date}
          {...warningOf(date, at)}
          onInput={(value) => onChange(dates.map((one, index) => (index === at ? value : one)))}
        />
      ))}
      {dates.length < MAX_DATES && (
        <button
          type="button"
          onClick={() => {
            onChange([...dates, next])
            focusFieldOnceShown(`date-${dates.length + 1}`)
          }}
        >
          {t('duplicate.add')}
        </button>
      )}
    </>
  )
}

interface StatusProps {
  readonly status: string
  readonly onChange: (status: string) => void
}

/** The status of the copies. */
function CopyStatus({ status, onChange }: StatusProps) {
  return (
    <SelectField
      name="status"
      label={t('status')}
      value={status}
      options={[
        ['draft', statusText('draft')],
        ['publish', statusText('publish')],
      ]}
      onChange={onChange}
    />
  )
}

function DuplicateDialog({ event, close, after }: DialogProps) {
  const first = weekAfter(event.start_date.slice(0, 10))
  const [dates, setDates] = useState<readonly string[]>([first])
  const [status, setStatus] = useState('draft')
  const given = dates.filter((date) => date !== '')
  const last = given.at(-1)
  const next = last === undefined ? first : weekAfter(last)
  const { fault, isBusy, submit } = useSubmitting(async () => {
    const path = `/events/${event.id}/duplicate`
    const body = { dates: given, status }
    const response = await callApi<{ events: readonly EventItem[] }>('POST', path, { body })
    const [copy] = response.body.events
    close()
    notifyWithUndo(
      t('duplicate.done', { count: given.length }),
      response,
      after ?? (() => void navigateTo('/events')),
    )
    if (given.length === 1 && copy !== undefined) await navigateTo(`/events/${copy.id}`)
    else if (after !== undefined) after()
    else await navigateTo('/events')
  })
  return (
    <Dialog title={t('duplicate.title', { title: event.title })} onClose={close}>
      <Form kept={`events/${event.id}/duplicate`} onSubmit={submit}>
        <p>{t('duplicate.hint')}</p>
        <ErrorText>{fault?.message}</ErrorText>
        <CopyDates title={event.title} dates={dates} next={next} onChange={setDates} />
        {hasRoleAtLeast('author') && <CopyStatus status={status} onChange={setStatus} />}
        <SubmitOrCancel
          label={t('duplicate.create')}
          isDisabled={isBusy || given.length === 0}
          cancel={close}
        />
      </Form>
    </Dialog>
  )
}

interface ButtonProps {
  readonly event: Copied
  /** Called after several copies were made. By default the list of events opens. */
  readonly after?: () => void
}

/** The button that opens the dialog. */
export function DuplicateEventButton({ event, after }: ButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useViewActs([{ label: t('duplicate'), key: 'd', run: open }])
  return (
    <>
      <button type="button" onClick={open}>
        {t('duplicate')}
      </button>
      {isOpen && <DuplicateDialog event={event} close={() => setOpen(false)} after={after} />}
    </>
  )
}
