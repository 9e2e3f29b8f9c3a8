/** The webhooks and their state. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { EmptyView, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showErrorNotice, showFault } from '../parts/notice.tsx'
import { ActionMenu } from '../shell/action-menu.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { Deliveries } from './deliveries.tsx'
import { AddOrEditWebhookDialog, WebhookSecret } from './new-webhook.tsx'
import {
  type CreatedWebhook,
  type Delivery,
  listWebhooks,
  pathOfWebhook,
  type Webhook,
  webhookHost,
  webhookTypesText,
} from './webhooks.ts'

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

interface RowProps {
  readonly webhook: Webhook
  readonly reload: () => void
  readonly show: (created: CreatedWebhook) => void
}

function useActions({ webhook, reload, show }: RowProps) {
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

function Row(props: RowProps) {
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
                <Row key={one.id} webhook={one} reload={loaded.reload} show={setCreated} />
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
