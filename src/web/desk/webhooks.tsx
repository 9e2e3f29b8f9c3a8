/** Webhooks. */

import { useState } from 'preact/hooks'
import type { components } from '../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../domain/typed/fields.ts'
import { CopyButton } from './accounts/accounts.tsx'
import { callApi } from './api/api.ts'
import { faultOfThrown, type RequestFault } from './api/faults.ts'
import { Form } from './kept/form.tsx'
import { askConfirmation, Dialog, SubmitOrCancel } from './parts/dialog.tsx'
import { CheckField, ErrorText, SelectField, TextField } from './parts/field.tsx'
import { EmptyView, LoadedContent, useLoaded } from './parts/loaded.tsx'
import { notify, showErrorNotice, showFault, tellWhenDone } from './parts/notice.tsx'
import { ActionMenu } from './shell/action-menu.tsx'
import { ViewHeading } from './shell/view-heading.tsx'
import { utcAsBrowserTimeText } from './time/wall.ts'
import { type Key, t } from './words/index.ts'

// Loads webhooks and their deliveries.

type Webhook = components['schemas']['Webhook']
type CreatedWebhook = components['schemas']['CreatedWebhook']
type Delivery = components['schemas']['Delivery']

/** Loads all webhooks. */
async function listWebhooks(): Promise<readonly Webhook[]> {
  const { body } = await callApi<{ webhooks: readonly Webhook[] }>('GET', '/webhooks')
  return body.webhooks
}

/** Loads the last deliveries of a webhook. */
async function loadLastDeliveriesOfWebhook({ id }: Webhook): Promise<readonly Delivery[]> {
  const { body } = await callApi<{ deliveries: readonly Delivery[] }>('GET', `/webhooks/${id}/deliveries`, {
    query: { per_page: 20 },
  })
  return body.deliveries
}

/** The path of a webhook in the API. */
const pathOfWebhook = ({ id }: Webhook): string => `/webhooks/${id}`

/** The name of a webhook in the list: the host of its URL. */
const webhookHost = ({ url }: Webhook): string => new URL(url).host

/** The types of changes that a webhook can select. By default the service sends all. */
const webhookTypeChoices: Readonly<
  Record<string, { readonly label: Key; readonly types: readonly string[] | null }>
> = {
  'new-events': { label: 'webhook.new-events', types: ['event.created'] },
  events: { label: 'webhook.events', types: ['event.created', 'event.updated', 'event.removed'] },
  submissions: { label: 'webhook.submissions', types: ['submission.received'] },
  all: { label: 'webhook.all', types: null },
}

const kinds = ['event', 'series', 'venue', 'organizer', 'category', 'tag', 'group', 'media', 'page']
/** The types of all changes: the service names each. */
const changeTypes = kinds.flatMap((kind) => [`${kind}.created`, `${kind}.updated`, `${kind}.removed`])

const areAlike = (some: readonly string[], others: readonly string[]) =>
  [...some].sort().join() === [...others].sort().join()

/** Returns the name of the choice that a webhook has; undefined for types that are none. */
const typeChoiceNameOfWebhook = ({ types }: Webhook): string | undefined =>
  Object.entries(webhookTypeChoices).find(([, one]) => areAlike(one.types ?? changeTypes, types))?.[0]

/** Returns in words the changes that a webhook sends; the first types, where they are none of the choices. */
function webhookTypesText(webhook: Webhook): string {
  const choice = webhookTypeChoices[typeChoiceNameOfWebhook(webhook) ?? '']
  return choice === undefined ? webhook.types.slice(0, 6).join(' · ') : t(choice.label)
}

// Adds a webhook, and shows its secret once; changes one.

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
function AddOrEditWebhookDialog(props: FormProps) {
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
function WebhookSecret({ of, close }: { readonly of: CreatedWebhook; readonly close: () => void }) {
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

// The last deliveries of a webhook.

interface DeliveryRowProps {
  readonly delivery: Delivery
  readonly resend: (delivery: Delivery) => void
}

function DeliveryRow({ delivery, resend }: DeliveryRowProps) {
  const { type, item_id, state, result, tried_utc } = delivery
  const told =
    tried_utc === '' ? result : t('labelled', { label: utcAsBrowserTimeText(tried_utc), text: result })
  return (
    <li>
      <span class={state === 'delivered' ? 'detail' : 'wrong'}>
        {type} {item_id > 0 && item_id} · {t(`webhook.state.${state}`)} · {told}
      </span>{' '}
      <button type="button" onClick={() => resend(delivery)}>
        {t('webhook.resend')}
      </button>
    </li>
  )
}

/** The list, newest first. */
function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const loaded = useLoaded(() => loadLastDeliveriesOfWebhook(webhook), [webhook.id])
  const resend = ({ id }: Delivery) =>
    tellWhenDone(
      callApi('POST', `${pathOfWebhook(webhook)}/deliveries/${id}/redeliver`),
      t('webhook.resent'),
      loaded.reload,
    )
  return (
    <LoadedContent of={loaded}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p class="empty">{t('webhook.deliveries.none')}</p>
        ) : (
          <ul>
            {deliveries.map((one) => (
              <DeliveryRow key={one.id} delivery={one} resend={resend} />
            ))}
          </ul>
        )
      }
    </LoadedContent>
  )
}

// The webhooks and their state.

/** Whether the webhook is active, or why it is not. */
function State({ active, switched_off, switched_off_utc, waiting }: Webhook) {
  if (switched_off !== '')
    return (
      <p class="wrong outcome">
        {t(`webhook.${switched_off}`, { at: utcAsBrowserTimeText(switched_off_utc) })}
      </p>
    )
  return (
    <p class="detail outcome">
      {t(active ? 'webhook.on' : 'webhook.off')}
      {waiting > 0 && ` · ${t('webhook.waiting', { count: waiting })}`}
    </p>
  )
}

interface WebhookRowProps {
  readonly webhook: Webhook
  readonly reload: () => void
  readonly show: (created: CreatedWebhook) => void
}

function useActions({ webhook, reload, show }: WebhookRowProps) {
  const name = webhookHost(webhook)
  const path = pathOfWebhook(webhook)
  const act = <T,>(asking: Promise<{ body: T }>, then: (body: T) => void) =>
    asking.then(({ body }) => {
      then(body)
      reload()
    }, showFault)
  const remove = async () => {
    const question = { title: t('delete-named', { name }), text: t('webhook.delete.text') }
    if (!(await askConfirmation({ ...question, yes: t('delete-named', { name }), isDangerous: true }))) return
    await act(callApi('DELETE', path), () => notify(t('webhook.deleted', { name })))
  }
  const rotate = async () => {
    const title = t('webhook.rotate', { name })
    if (!(await askConfirmation({ title, text: t('webhook.rotate.text'), yes: title }))) return
    await act(callApi<CreatedWebhook>('POST', `${path}/rotate`), show)
  }
  const test = () =>
    act(callApi<Delivery>('POST', `${path}/test`), ({ state, result }) =>
      (state === 'delivered' ? notify : showErrorNotice)(t('webhook.tested', { result })),
    )
  const toggle = () =>
    act(callApi('PATCH', path, { body: { active: !webhook.active } }), () =>
      notify(t('saved', { title: name })),
    )
  return { name, remove, rotate, test, toggle }
}

function WebhookRow(props: WebhookRowProps) {
  const { webhook } = props
  const [isOpen, setOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { name, remove, rotate, test, toggle } = useActions(props)
  const saved = () => {
    setEditing(false)
    props.reload()
  }
  const open = (event: Event) =>
    setOpen(event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open)
  return (
    <li class="line subscription">
      <h2 class="name">{name}</h2>
      <span class="detail">{webhookTypesText(webhook)}</span>
      <code class="address">{webhook.url}</code>
      <State {...webhook} />
      <button type="button" onClick={test}>
        {t('webhook.test', { name })}
      </button>
      <button type="button" aria-label={t('edit-named', { name })} onClick={() => setEditing(true)}>
        {t('edit')}
      </button>
      <ActionMenu>
        <button type="button" onClick={toggle}>
          {t(webhook.active ? 'webhook.switch-off' : 'webhook.switch-on', { name })}
        </button>
        <button type="button" onClick={rotate}>
          {t('webhook.rotate', { name })}
        </button>
        <button type="button" class="danger" onClick={remove}>
          {t('delete-named', { name })}
        </button>
      </ActionMenu>
      <details class="outcome" onToggle={open}>
        <summary>{t('webhook.deliveries', { name })}</summary>
        {isOpen && <Deliveries webhook={webhook} />}
      </details>
      {isEditing && <AddOrEditWebhookDialog webhook={webhook} close={saved} />}
    </li>
  )
}

/** The list, and a dialog to add a webhook. */
export function Webhooks() {
  const loaded = useLoaded(listWebhooks, [])
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedWebhook | undefined>(undefined)
  const close = (added?: CreatedWebhook) => {
    setAdding(false)
    setCreated(added)
    if (added !== undefined) loaded.reload()
  }
  const add = (
    <button type="button" class="main" onClick={() => setAdding(true)}>
      {t('webhook.new')}
    </button>
  )
  return (
    <>
      <ViewHeading text={t('webhooks')}>{loaded.value?.length !== 0 && add}</ViewHeading>
      <LoadedContent of={loaded}>
        {(webhooks) => (
          <>
            {webhooks.length === 0 && <EmptyView text={t('webhooks.none')}>{add}</EmptyView>}
            <ul class="lines">
              {webhooks.map((one) => (
                <WebhookRow key={one.id} webhook={one} reload={loaded.reload} show={setCreated} />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
      {isAdding && <AddOrEditWebhookDialog close={close} />}
      {created !== undefined && <WebhookSecret of={created} close={() => setCreated(undefined)} />}
    </>
  )
}
