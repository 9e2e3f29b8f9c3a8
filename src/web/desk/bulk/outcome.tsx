/** The dialog that cancels events, postpones them or says that they take place, with a reason for everybody to read. */
import type { ComponentChildren } from 'preact'
import { eventStatuses } from '../../../contract/resources/fields/event-fields.ts'
import type { EventItem } from '../api/types.ts'
import type { FormRow } from '../edited/fields.tsx'
import { RowsForm } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { choiceText } from '../events/fields/field-kinds.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'

/** A new date is chosen in the form of its event. */
export type Outcome = Exclude<EventItem['event_status'], 'rescheduled'>

/** What is set: the state, and what readers ask of it: why, or where to. */
export interface OutcomeFields {
  readonly event_status: Outcome
  readonly status_reason: string
  readonly online_url?: string
}

export const outcomes: readonly Outcome[] = eventStatuses.filter((one) => one !== 'rescheduled')

const askedFor: Readonly<Partial<Record<Outcome, FormRow>>> = {
  cancelled: { name: 'status_reason', label: 'status_reason', hint: 'status_reason.hint' },
  postponed: { name: 'status_reason', label: 'status_reason', hint: 'status_reason.hint' },
  moved_online: { name: 'online_url', label: 'online_url', type: 'web', hint: 'online_url.hint' },
}

interface OutcomeProps {
  /** The name under which the dialog keeps what is typed. */
  readonly form: string
  readonly title: string
  readonly offered: readonly Outcome[]
  /** The address of what is online already. */
  readonly url?: string
  readonly apply: (fields: OutcomeFields) => Promise<object>
  /** Returns the label of the button. */
  readonly submit: (outcome: Outcome) => string
  readonly close: () => void
  readonly children?: ComponentChildren
}

export function OutcomeDialog(props: OutcomeProps) {
  const { form, title, offered, url = '', apply, submit, close, children } = props
  const event_status = offered.includes('cancelled') ? 'cancelled' : 'scheduled'
  const first: Required<OutcomeFields> = { event_status, status_reason: '', online_url: url }
  const state = useSentForm(form, first, ({ event_status: outcome, status_reason, online_url }) =>
    apply({
      event_status: outcome,
      // One that was typed for another state is not shown any more.
      status_reason: askedFor[outcome]?.name === 'status_reason' ? status_reason.trim() : '',
      ...(outcome === 'moved_online' && { online_url }),
    }),
  )
  const { event_status: outcome } = state.values
  const options = offered.map(
    (one) => [one, choiceText('event_status', one), t(`outcome.hint.${one}`)] as const,
  )
  const rows: readonly FormRow[] = [
    { name: 'event_status', label: 'event_status', type: 'choice', options, isFirst: true },
    ...[askedFor[outcome] ?? []].flat(),
  ]
  return (
    <Dialog title={title} onClose={close}>
      <RowsForm
        state={state}
        rows={rows}
        saved={close}
        submit={submit(outcome)}
        close={close}
        back={t('close')}
      >
        {children}
      </RowsForm>
    </Dialog>
  )
}
