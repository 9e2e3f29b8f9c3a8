import { useMemo } from 'preact/hooks'
import { type ApiResponse, callApi, hasRoleAtLeast } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { daysLater } from '../calendar/days.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm, SaveOrCancel } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { focusFieldOnceShown } from '../events/focus-field.ts'
import { daysQuery, loadEvents } from '../events/list/listed.ts'
import { statusText } from '../events/list/texts.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { MomentField } from '../parts/moment-field.tsx'
import { navigateTo, stillHere } from '../route.ts'
import { t } from '../words/index.ts'
import { notifyWithUndo } from './undo.ts'

type Copied = Pick<EventItem, 'id' | 'title' | 'start_date'>

const MAX_DATES = 100

/** The dates that are not empty. */
const given = (dates: readonly string[]) => dates.filter((date) => date !== '')

const weekAfter = (day: string) => daysLater(day, 7)

interface DialogProps {
  readonly event: Copied
  readonly close: () => void
  /** Called after several copies were made. By default the list of events opens. */
  readonly after?: () => void
}

interface CopyDatesProps {
  readonly title: string
  readonly dates: readonly string[]
  /** The date that is added: a week after the last one. */
  readonly next: string
  readonly onChange: (dates: readonly string[]) => void
}

/** Returns the days among `dates` on which an event of the same title starts already. Without an answer none are. */
function useTakenDays(title: string, dates: readonly string[]): ReadonlySet<string> {
  const whole = given(dates).toSorted()
  const [first, last] = [whole[0], whole.at(-1)]
  const loaded = useLoaded(async () => {
    if (first === undefined || last === undefined) return new Set<string>()
    const titled = { search: title, search_in: 'title', status: 'any', per_page: MAX_DATES }
    const { body } = await loadEvents({ ...daysQuery(first, last), ...titled })
    return new Set(body.filter((one) => one.title === title).map((one) => one.start_date.slice(0, 10)))
  }, [title, first, last])
  return loaded.value ?? new Set()
}

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
        <MomentField
          key={at}
          kind="day"
          name={`date-${at + 1}`}
          label={t('duplicate.date', { number: at + 1 })}
          value={date}
          {...warningOf(date, at)}
          onInput={(value) => onChange(dates.map((one, index) => (index === at ? value : one)))}
        />
      ))}
      {dates.length < MAX_DATES && (
        <Button
          onClick={() => {
            onChange([...dates, next])
            focusFieldOnceShown(`date-${dates.length + 1}`)
          }}
          label={t('duplicate.add')}
        />
      )}
    </>
  )
}

const rows: readonly FormRow[] = [
  {
    name: 'status',
    label: 'status',
    type: 'choice',
    options: (['draft', 'publish'] as const).map((one) => [one, statusText(one)] as const),
  },
]

export function DuplicateDialog({ event, close, after }: DialogProps) {
  const first = weekAfter(event.start_date.slice(0, 10))
  const begun: { readonly dates: readonly string[]; readonly status: string } = {
    dates: [first],
    status: 'draft',
  }
  const isHere = useMemo(stillHere, [])
  const path = `/events/${event.id}/duplicate`
  const state = useSentForm(path.slice(1), begun, ({ dates, status }) =>
    callApi<{ events: readonly EventItem[] }>('POST', path, { body: { dates: given(dates), status } }),
  )
  const { values, set } = state
  const last = given(values.dates).at(-1)
  const next = last === undefined ? first : weekAfter(last)
  const saved = async (response: ApiResponse<{ readonly events: readonly EventItem[] }>) => {
    const { length: count, 0: copy } = response.body.events
    close()
    const list = after ?? (() => void navigateTo('/events'))
    notifyWithUndo(t('duplicate.done', { count }), response, list)
    if (!isHere()) return
    if (count === 1 && copy !== undefined) await navigateTo(`/events/${copy.id}`)
    else list()
  }
  return (
    <Dialog title={t('duplicate.title', { title: event.title })} onClose={close}>
      <EditedForm state={state} rows={rows} saved={saved}>
        <p>{t('duplicate.hint')}</p>
        <CopyDates
          title={event.title}
          dates={values.dates}
          next={next}
          onChange={(dates) => set({ dates })}
        />
        {hasRoleAtLeast('author') && (
          <Fields
            rows={rows}
            values={{ status: values.status }}
            faults={state.faults}
            set={({ status }) => set({ status: String(status) })}
          />
        )}
        <SaveOrCancel
          state={state}
          label={t('duplicate.create')}
          isDisabled={last === undefined}
          close={close}
        />
      </EditedForm>
    </Dialog>
  )
}
