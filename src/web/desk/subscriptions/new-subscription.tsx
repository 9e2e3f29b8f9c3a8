/** Subscribes to an external calendar. */
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { type Fault, faultOf } from '../api/faults.ts'
import { Choice } from '../parts/choice.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { tell } from '../parts/notice.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'
import { everyOptions, type Subscription } from './subscriptions.ts'

interface NewProps {
  /** Called when the dialog closes, with whether a subscription was added. */
  readonly close: (isAdded: boolean) => void
}

function useNewSubscription({ close }: NewProps) {
  const [fields, setFields] = useState({ address: '', every: '6h', categories: '', prune: false })
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const [isReading, setReading] = useState(false)
  const set = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed })
  const add = async (event: Event) => {
    event.preventDefault()
    setReading(true)
    setFault(undefined)
    const categories = fields.categories.split(',').map((name) => name.trim())
    const body = { ...fields, categories: categories.filter((name) => name !== '') }
    await ask<Subscription>('POST', '/subscriptions', { body }).then(
      ({ body: { result } }) => {
        tell(t('subscription.read', { result }))
        close(true)
      },
      (error: unknown) => {
        setFault(faultOf(error))
        setReading(false)
      },
    )
  }
  return { fields, set, fault, isReading, add }
}

/** The dialog. The service reads the calendar before it responds, which may take a while. */
export function NewSubscription(props: NewProps) {
  const { fields, set, fault, isReading, add } = useNewSubscription(props)
  return (
    <Dialog title={t('subscription.new')} onClose={() => props.close(false)}>
      <form onSubmit={add} noValidate>
        <Wrong>{fault?.message}</Wrong>
        <TextField
          name="address"
          type="url"
          label={t('subscription.address')}
          hint={t('subscription.address.hint')}
          value={fields.address}
          fault={fault?.fields.address}
          onInput={(address) => set({ address })}
        />
        <Choice
          name="every"
          label={t('subscription.every')}
          value={fields.every}
          options={everyOptions(fields.every)}
          onChange={(every) => set({ every })}
        />
        <TextField
          name="categories"
          label={t('categories')}
          hint={t('subscription.categories.hint')}
          value={fields.categories}
          fault={fault?.fields.categories}
          onInput={(categories) => set({ categories })}
        />
        <CheckField
          name="prune"
          label={t('subscription.prune')}
          value={fields.prune}
          onChange={(prune) => set({ prune })}
        />
        <div class="actions">
          <button type="submit" class="main" disabled={isReading}>
            {t(isReading ? 'subscription.reading' : 'subscription.add')}
          </button>
          <button type="button" onClick={() => props.close(false)}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
