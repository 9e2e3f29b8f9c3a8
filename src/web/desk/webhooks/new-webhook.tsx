/** Adds a webhook, and shows its secret once. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultOf, type RequestFault } from '../api/faults.ts'
import { useUnsaved } from '../kept/form.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { ErrorText } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'
import { type CreatedWebhook, webhookHost, webhookTypeChoices } from './webhooks.ts'

interface NewProps {
  /** Called with the added webhook, or undefined. */
  readonly close: (added?: CreatedWebhook) => void
}

const blank = { url: '', what: 'new-events', isPrivate: false }

function useNewWebhook({ close }: NewProps) {
  const [fields, setFields] = useState(blank)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const set = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed })
  const kept = useUnsaved('webhooks/new', fields, blank, set)
  const end = (added?: CreatedWebhook) => {
    kept.forget()
    close(added)
  }
  const add = async (event: Event) => {
    event.preventDefault()
    setFault(undefined)
    const { url, what, isPrivate } = fields
    const body = { url, types: webhookTypeChoices[what]?.types ?? null, private: isPrivate }
    await callApi<CreatedWebhook>('POST', '/webhooks', { body }).then(
      ({ body: added }) => end(added),
      (error: unknown) => setFault(faultOf(error)),
    )
  }
  return { fields, set, fault, add, cancel: () => end(), offer: kept.offer }
}

/** The dialog. */
export function NewWebhook(props: NewProps) {
  const { fields, set, fault, add, cancel, offer } = useNewWebhook(props)
  return (
    <Dialog title={t('webhook.new')} onClose={() => props.close()}>
      <form onSubmit={add} noValidate>
        {offer}
        <ErrorText>{fault?.message}</ErrorText>
        <TextField
          name="url"
          type="url"
          label={t('webhook.url')}
          value={fields.url}
          fault={fault?.fields.url}
          onInput={(url) => set({ url })}
        />
        <SelectField
          name="what"
          label={t('webhook.what')}
          value={fields.what}
          options={Object.entries(webhookTypeChoices).map(([name, { label }]) => [name, t(label)] as const)}
          onChange={(what) => set({ what })}
        />
        <CheckField
          name="private"
          label={t('webhook.private')}
          value={fields.isPrivate}
          onChange={(isPrivate) => set({ isPrivate })}
        />
        <SubmitOrCancel label={t('webhook.new')} cancel={cancel} />
      </form>
    </Dialog>
  )
}

/** Shows the secret of a new webhook, or a replaced secret. */
export function WebhookSecret({ of, close }: { readonly of: CreatedWebhook; readonly close: () => void }) {
  return (
    <Dialog title={t('webhook.secret', { name: webhookHost(of) })} onClose={close}>
      <p>{t('webhook.secret.text')}</p>
      <p>
        <code class="address">{of.secret}</code>
      </p>
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  )
}
