/** Cancels the selected events, postpones them, or says that they take place, with a reason for everybody to read. */
import { useState } from 'preact/hooks'
import { eventStatuses } from '../../../../contract/resources/fields/event-fields.ts'
import { Form } from '../../kept/fields.tsx'
import { useViewActs } from '../../keys/view-acts.ts'
import { SelectField } from '../../parts/choice.tsx'
import { Dialog, SubmitOrCancel } from '../../parts/dialog.tsx'
import { ErrorText } from '../../parts/error-text.tsx'
import { TextField } from '../../parts/field.tsx'
import { useSubmitting } from '../../parts/submitting.ts'
import { t } from '../../words/index.ts'
import { choiceText } from '../fields/choice-text.ts'
import { applyBulkAction, type BulkEvent, bulkProgressSignal } from './bulk.ts'

/** The outcomes that many events have at once. A new date or address belongs to one. */
const offered = eventStatuses.filter((one) => one !== 'rescheduled' && one !== 'moved_online')

interface OutcomeProps {
  readonly events: readonly BulkEvent[]
  readonly after: () => void
}

function OutcomeDialog({ events, after, close }: OutcomeProps & { readonly close: () => void }) {
  const [outcome, setOutcome] = useState('cancelled')
  const [reason, setReason] = useState('')
  const { fault, isBusy, submit } = useSubmitting(async () => {
    const fields = {
      event_status: outcome,
      status_reason: outcome === 'scheduled' ? '' : reason.trim(),
    }
    const isDone = await applyBulkAction({ act: 'outcome', events, fields }, after)
    if (!isDone) throw new Error(bulkProgressSignal.value?.failures[0]?.reason)
    close()
  })
  return (
    <Dialog title={t('bulk.outcome.title', { count: events.length })} onClose={close}>
      <Form kept="events/outcome" onSubmit={submit}>
        <ErrorText>{fault}</ErrorText>
        <SelectField
          name="outcome"
          label={t('event_status')}
          value={outcome}
          options={offered.map((one) => [one, choiceText('event_status', one)] as const)}
          onChange={setOutcome}
        />
        {outcome !== 'scheduled' && (
          <TextField
            name="status_reason"
            label={t('status_reason')}
            hint={t('status_reason.hint')}
            value={reason}
            onInput={setReason}
          />
        )}
        <SubmitOrCancel label={t('bulk.apply')} isDisabled={isBusy} cancel={close} />
      </Form>
    </Dialog>
  )
}

/** The button that opens the dialog. */
export function BulkCancelOrPostponeButton({ events, after }: OutcomeProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useViewActs([{ label: t('bulk.outcome'), key: 'o', run: open }])
  return (
    <>
      <button type="button" onClick={open}>
        {t('bulk.outcome')}
      </button>
      {isOpen && <OutcomeDialog events={events} after={after} close={() => setOpen(false)} />}
    </>
  )
}
