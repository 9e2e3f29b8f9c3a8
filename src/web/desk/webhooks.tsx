/** Webhooks: their list with the last deliveries, and the dialog that adds or changes one. */
import { useState } from 'preact/hooks'
import type { components } from '../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../domain/typed/fields.ts'
import { CopyButton } from './accounts/accounts.tsx'
import { callApi } from './api/api.ts'
import { Fields, type FormRow } from './edited/fields.tsx'
import { type EditedResource, useEditedItem } from './edited/use-edited-item.ts'
import { Form } from './kept/form.tsx'
import { ListView, pageOfWhole, useList } from './lists/list.tsx'
import { askConfirmation, Dialog, SubmitOrCancel } from './parts/dialog.tsx'
import { ErrorText } from './parts/field.tsx'
import { LoadedContent, useLoaded } from './parts/loaded.tsx'
import { notify, showErrorNotice, showFault, tellWhenDone } from './parts/notice.tsx'
import { ActionMenu } from './shell/action-menu.tsx'
import { utcAsBrowserTimeText } from './time/wall.ts'
import { type Key, t } from './words/index.ts'

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

/** Stands for types that are none of the choices, and stay as they are. */
const KEPT = 'kept'

const webhooks: EditedResource<Webhook | CreatedWebhook> = {
  collection: 'webhooks',
  valuesOf: (webhook) => ({
    url: webhook?.url ?? '',
    what: webhook === undefined ? '' : (typeChoiceNameOfWebhook(webhook) ?? KEPT),
    private: webhook?.private ?? false,
  }),
  argOf: (name, value) => (name === 'url' ? withScheme(String(value)) : value),
  bodyOf: ({ what, ...args }) =>
    what === undefined ? args : { ...args, types: webhookTypeChoices[String(what)]?.types ?? null },
}

function rowsFor(webhook: Webhook | undefined): readonly FormRow[] {
  const isKept = webhook !== undefined && typeChoiceNameOfWebhook(webhook) === undefined
  const choices = Object.entries(webhookTypeChoices).map(([name, { label }]) => [name, t(label)] as const)
  const kept = isKept ? [[KEPT, webhookTypesText(webhook)] as const] : []
  return [
    { name: 'url', label: 'webhook.url', type: 'web' },
    { name: 'what', label: 'webhook.what', type: 'choice', options: [...choices, ...kept] },
    { name: 'private', label: 'webhook.private', type: 'flag' },
  ]
}

/** The dialog in which a webhook is added or changed. */
function AddOrEditWebhookDialog({ webhook, close }: FormProps) {
  const loaded = webhook && { body: webhook, etag: '' }
  const { values, set, fault, save, offer, forget } = useEditedItem<Webhook | CreatedWebhook>(
    webhooks,
    loaded,
    {
      what: 'new-events',
    },
  )
  const title = webhook === undefined ? t('webhook.new') : t('edit-named', { name: webhookHost(webhook) })
  const leave = (added?: CreatedWebhook) => {
    forget()
    close(added)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const saved = await save()
    if (saved !== undefined) leave('secret' in saved ? saved : undefined)
  }
  return (
    <Dialog title={title} onClose={() => close()}>
      <Form kept={offer} onSubmit={submit} noValidate>
        <ErrorText>{fault?.message}</ErrorText>
        <Fields rows={rowsFor(webhook)} values={values} faults={fault?.fields} set={set} />
        <SubmitOrCancel label={webhook === undefined ? title : t('save')} cancel={() => leave()} />
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
    <>
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
    </>
  )
}

/** The list, and a dialog to add a webhook. */
export function Webhooks() {
  const list = useList<Webhook>(async (part) => pageOfWhole(await listWebhooks(), part, ({ url }) => url))
  const { reload } = list.loaded
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedWebhook | undefined>(undefined)
  const close = (added?: CreatedWebhook) => {
    setAdding(false)
    setCreated(added)
    if (added !== undefined) reload()
  }
  return (
    <>
      <ListView
        title="webhooks"
        list={list}
        lineClass="subscription"
        none="webhooks.none"
        add={
          <button type="button" class="main" onClick={() => setAdding(true)}>
            {t('webhook.new')}
          </button>
        }
      >
        {(one) => <WebhookRow webhook={one} reload={reload} show={setCreated} />}
      </ListView>
      {isAdding && <AddOrEditWebhookDialog close={close} />}
      {created !== undefined && <WebhookSecret of={created} close={() => setCreated(undefined)} />}
    </>
  )
}
