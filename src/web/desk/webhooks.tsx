/** Webhooks: their list with the last deliveries, and the dialog that adds or changes one. */
import { useState } from 'preact/hooks'
import type { components } from '../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../domain/typed/fields.ts'
import { SecretDialog } from './accounts/accounts.tsx'
import { callApi, loadList } from './api/api.ts'
import type { FormRow } from './edited/fields.tsx'
import { RowsForm } from './edited/form.tsx'
import { type EditedResource, useEditedItem } from './edited/use-edited-item.ts'
import { ListView, pageOfWhole, useList } from './lists/list.tsx'
import { Thumb } from './lists/thumb.tsx'
import { Button } from './parts/button.tsx'
import { askConfirmation, Dialog, DialogButton } from './parts/dialog.tsx'
import { Entry, Lines, LoadedContent, useLoaded } from './parts/loaded.tsx'
import { notify, showErrorNotice, showFault, tellWhenDone } from './parts/notice.tsx'
import { ActionMenu } from './shell/action-menu.tsx'
import { utcAsSiteTimeText } from './time/wall.ts'
import { type Key, t } from './words/index.ts'

type Webhook = components['schemas']['Webhook']
type CreatedWebhook = components['schemas']['CreatedWebhook']
type Delivery = components['schemas']['Delivery']

const pathOfWebhook = ({ id }: Webhook): string => `/webhooks/${id}`

/** Its address tells it from others of its host. */
const webhookName = ({ url }: Webhook): string => url.replace(/^https:\/\//, '').replace(/\/$/, '')

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
    { name: 'url', label: 'webhook.url', hint: 'webhook.url.hint', type: 'web' },
    { name: 'what', label: 'webhook.what', type: 'choice', options: [...choices, ...kept] },
    { name: 'private', label: 'webhook.private', type: 'flag' },
  ]
}

function AddOrEditWebhookDialog({ webhook, close }: FormProps) {
  const loaded = webhook && { body: webhook, etag: '' }
  const state = useEditedItem<Webhook | CreatedWebhook>(webhooks, loaded, { what: 'new-events' })
  const title = webhook === undefined ? t('webhook.new') : t('edit-named', { name: webhookName(webhook) })
  return (
    <Dialog title={title} onClose={() => close()}>
      <RowsForm
        state={state}
        rows={rowsFor(webhook)}
        saved={(saved) => close('secret' in saved ? saved : undefined)}
        submit={webhook === undefined ? title : t('save')}
        close={close}
      />
    </Dialog>
  )
}

interface DeliveryRowProps {
  readonly delivery: Delivery
  readonly resend: (delivery: Delivery) => void
}

function DeliveryRow({ delivery, resend }: DeliveryRowProps) {
  const { type, item_id, state, result, tried_utc } = delivery
  return (
    <Entry
      name={
        <>
          <span class={`status ${state}`}>{t(`webhook.state.${state}`)}</span>{' '}
          <span>
            {type} {item_id > 0 && item_id}
          </span>
        </>
      }
      detail={result}
      facts={tried_utc !== '' && <span>{utcAsSiteTimeText(tried_utc)}</span>}
    >
      <Button class="quiet" onClick={() => resend(delivery)} label={t('webhook.resend')} />
    </Entry>
  )
}

/** The list, newest first. */
function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const path = `${pathOfWebhook(webhook)}/deliveries`
  const loaded = useLoaded(async () => (await loadList<Delivery>(path, { per_page: 20 })).body, [path])
  const resend = ({ id }: Delivery) =>
    tellWhenDone(callApi('POST', `${path}/${id}/redeliver`), t('webhook.resent'), loaded.reload)
  return (
    <LoadedContent of={loaded}>
      {(deliveries) => (
        <Lines items={deliveries} none={t('webhook.deliveries.none')}>
          {(one) => <DeliveryRow delivery={one} resend={resend} />}
        </Lines>
      )}
    </LoadedContent>
  )
}

/** Whether the webhook is active, or why it is not. */
function State({ active, switched_off, switched_off_utc, waiting }: Webhook) {
  if (switched_off !== '')
    return (
      <span class="wrong">{t(`webhook.${switched_off}`, { at: utcAsSiteTimeText(switched_off_utc) })}</span>
    )
  return (
    <>
      <span class={active ? 'status publish' : 'status'}>{t(active ? 'webhook.on' : 'webhook.off')}</span>
      {waiting > 0 && <span class="status pending">{t('webhook.waiting', { count: waiting })}</span>}
    </>
  )
}

interface WebhookRowProps {
  readonly webhook: Webhook
  readonly reload: () => void
  readonly show: (created: CreatedWebhook) => void
}

function useActions({ webhook, reload, show }: WebhookRowProps) {
  const name = webhookName(webhook)
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
  const { name, remove, rotate, test, toggle } = useActions(props)
  const ended = (close: () => void) => () => {
    close()
    props.reload()
  }
  const open = (event: Event) =>
    setOpen(event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open)
  return (
    <>
      <Entry
        picture={<Thumb image={false} icon="webhook" />}
        name={
          <DialogButton label={name} name={t('edit-named', { name })} class="name link">
            {(close) => <AddOrEditWebhookDialog webhook={webhook} close={ended(close)} />}
          </DialogButton>
        }
        detail={webhookTypesText(webhook)}
        facts={<State {...webhook} />}
      >
        <Button aria-label={t('webhook.test', { name })} onClick={test} label={t('webhook.test.short')} />
      </Entry>
      <ActionMenu of={name}>
        <Button
          onClick={toggle}
          label={t(webhook.active ? 'webhook.switch-off' : 'webhook.switch-on', { name })}
        />
        <Button onClick={rotate} label={t('webhook.rotate', { name })} />
        <Button class="danger" onClick={remove} label={t('delete-named', { name })} />
      </ActionMenu>
      <details class="outcome" onToggle={open}>
        <summary>{t('webhook.deliveries')}</summary>
        {isOpen && <Deliveries webhook={webhook} />}
      </details>
    </>
  )
}

export function Webhooks() {
  const list = useList<Webhook>(async (part) =>
    pageOfWhole((await loadList<Webhook>('/webhooks')).body, part, ({ url }) => url),
  )
  const { reload } = list.loaded
  const [created, setCreated] = useState<CreatedWebhook | undefined>(undefined)
  const [isAdding, setAdding] = useState(false)
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
        lineClass="webhook"
        none={t('webhooks.none')}
        add={<Button class="main" onClick={() => setAdding(true)} label={t('webhook.new')} />}
      >
        {(one) => <WebhookRow webhook={one} reload={reload} show={setCreated} />}
      </ListView>
      {isAdding && <AddOrEditWebhookDialog close={close} />}
      {created !== undefined && (
        <SecretDialog
          title={t('webhook.secret', { name: webhookName(created) })}
          secret={created.secret}
          close={() => setCreated(undefined)}
        >
          <p>{t('webhook.secret.text')}</p>
        </SecretDialog>
      )}
    </>
  )
}
