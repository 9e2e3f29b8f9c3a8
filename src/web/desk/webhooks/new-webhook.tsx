/** Adds a webhook, and shows its secret once; changes one. */

import { useState } from 'preact/hooks'
import { withScheme } from '../../../domain/typed/web-address.ts'
import { CopyButton } from '../accounts/shown-once.tsx'
import { callApi } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import { Form } from '../kept/fields.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import {
  type CreatedWebhook,
  pathOfWebhook,
  typeChoiceNameOfWebhook,
  type Webhook,
  webhookHost,
  webhookTypeChoices,
  webhookTypesText,
} from './webhooks.ts'

interface FormProps {
  /** The webhook to change; undefined for a new one. */
  readonly webhook?: Webhook
  /** Called with the added webhook, or undefined. */
  readonly close: (added?: CreatedWebhook) => void
}

const blank = { url: '', what: 'new-events', isPrivate: false }

/** Stands for types that are none of the choices, and stay as they are. */
const KEPT = 'kept'

/** The values of the form for a webhook. */
function fieldsOf(webhook: Webhook): typeof blank {
  const { url, private: isPrivate } = webhook
  return { url, what: typeChoiceNameOfWebhook(webhook) ?? KEPT, isPrivate }
}

function useWebhookForm({ webhook, close }: FormProps) {
  const base = webhook === undefined ? blank : fieldsOf(webhook)
  const [fields, setFields] = useState(base)
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const set = (changed: Partial<typeof fields>) => setFields({ ...fields, ...changed })
  const save = async (event: Event) => {
    event.preventDefault()
    setFault(undefined)
    const { url, what, isPrivate } = fields
    const types = what === KEPT ? {} : { types: webhookTypeChoices[what]?.types ?? null }
    const body = { url: withScheme(url), ...types, private: isPrivate }
    const asked =
      webhook === undefined
        ? callApi<CreatedWebhook>('POST', '/webhooks', { body }).then(({ body: added }) => close(added))
        : callApi('PATCH', pathOfWebhook(webhook), { body }).then(() => close())
    await asked.catch((error: unknown) => setFault(faultOfThrown(error)))
  }
  return { fields, set, fault, save }
}

/** The dialog in which a webhook is added or changed. */
export function AddOrEditWebhookDialog(props: FormProps) {
  const { webhook, close } = props
  const { fields, set, fault, save } = useWebhookForm(props)
  const title = webhook === undefined ? t('webhook.new') : t('edit-named', { name: webhookHost(webhook) })
  const kept = webhook !== undefined && fieldsOf(webhook).what === KEPT ? webhook : undefined
  const choices = Object.entries(webhookTypeChoices).map(([name, { label }]) => [name, t(label)] as const)
  return (
    <Dialog title={title} onClose={() => close()}>
      <Form kept={`webhooks/${webhook?.id ?? 'new'}`} onSubmit={save} noValidate>
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
          options={[...choices, ...(kept === undefined ? [] : [[KEPT, webhookTypesText(kept)] as const])]}
          onChange={(what) => set({ what })}
        />
        <CheckField
          name="private"
          label={t('webhook.private')}
          value={fields.isPrivate}
          onChange={(isPrivate) => set({ isPrivate })}
        />
        <SubmitOrCancel label={webhook === undefined ? title : t('save')} cancel={() => close()} />
      </Form>
    </Dialog>
  )
}

/** Shows the secret of a new webhook, or a replaced secret. */
export function WebhookSecret({ of, close }: { readonly of: CreatedWebhook; readonly close: () => void }) {
  return (
    <Dialog title={t('webhook.secret', { name: webhookHost(of) })} onClose={close}>
      <p>{t('webhook.secret.text')}</p>
      <p>
        <code class="address">{of.secret}</code> <CopyButton text={of.secret} />
      </p>
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  )
}
