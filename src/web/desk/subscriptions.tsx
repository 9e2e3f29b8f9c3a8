/** Subscriptions to external calendars: their list, and the dialog that adds or edits one. */
import { useState } from 'preact/hooks'
import type { components } from '../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../domain/typed/fields.ts'
import { callApi } from './api/api.ts'
import { loadRefusalWordsOnce, refusalText } from './api/faults.ts'
import { Fields, type FormRow } from './edited/fields.tsx'
import {
  type EditedResource,
  type FormValue,
  type FormValues,
  useEditedItem,
} from './edited/use-edited-item.ts'
import { Form } from './kept/form.tsx'
import { ListView, pageOfWhole, useList } from './lists/list.tsx'
import { askConfirmation, Dialog, SubmitOrCancel } from './parts/dialog.tsx'
import { ErrorText, TextField } from './parts/field.tsx'
import { notify, showFault, tellWhenDone } from './parts/notice.tsx'
import { durationText, utcAsBrowserTimeText } from './time/wall.ts'
import { t } from './words/index.ts'

type Subscription = components['schemas']['Subscription']

/** Loads all calendar subscriptions, and the words for their results. */
async function listSubscriptions(): Promise<readonly Subscription[]> {
  const { body } = await callApi<{ subscriptions: readonly Subscription[] }>('GET', '/subscriptions')
  await loadRefusalWordsOnce()
  return body.subscriptions
}

/** The name of a subscription: the host of its address. */
const subscriptionName = ({ address }: Subscription): string => new URL(address).host

const MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1440 }

/** The label of an interval such as `6h`. */
const intervalText = (every: string): string =>
  durationText(Number.parseInt(every, 10) * (MINUTES[every.at(-1) ?? ''] ?? 1))

const usual = ['15m', '1h', '6h', '12h', '1d', '7d']

/** The intervals to choose from, including the current one. */
function intervalOptions(current: string): readonly (readonly [string, string])[] {
  const all = usual.includes(current) ? usual : [current, ...usual]
  return all.map((every) => [every, intervalText(every)])
}

// Adds a subscription to an external calendar, or edits one.

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A subscription as the form has it. Its login can only be written. */
const subscriptions: EditedResource<Subscription> = {
  collection: 'subscriptions',
  valuesOf: (subscription) => ({
    address: subscription?.address ?? '',
    user: '',
    'login-removed': false,
    every: subscription?.every ?? '',
    categories: subscription?.categories.join(', ') ?? '',
    prune: subscription?.prune ?? false,
  }),
  argOf(name, value) {
    if (name === 'address') return withScheme(String(value))
    return name === 'categories' ? namesIn(String(value)) : value
  },
}

/** Returns what sends the login along with the other changes: the password is no value of the form, which would be kept. */
const sendingLogin =
  (password: string): NonNullable<EditedResource<Subscription>['bodyOf']> =>
  ({ user, 'login-removed': isRemoved, ...args }) => {
    if (isRemoved === true) return { ...args, login: null }
    return user === undefined ? args : { ...args, login: `${user}:${password}` }
  }

/** The rows before and after the password. */
function rowsFor(subscription: Subscription | undefined, every: FormValue) {
  const hasLogin = subscription?.has_login === true
  const before: readonly FormRow[] = [
    {
      name: 'address',
      label: 'subscription.address',
      hint: subscription === undefined ? 'subscription.address.hint' : 'subscription.address.kept',
      type: 'web',
    },
    {
      name: 'user',
      label: 'subscription.user',
      hint: hasLogin ? 'subscription.login.set' : 'subscription.login.hint',
    },
  ]
  const removal: readonly FormRow[] = [
    { name: 'login-removed', label: 'subscription.login.remove', type: 'flag' },
  ]
  const after: readonly FormRow[] = [
    ...(hasLogin ? removal : []),
    {
      name: 'every',
      label: 'subscription.every',
      type: 'choice',
      options: intervalOptions(String(every)),
    },
    { name: 'categories', label: 'categories', hint: 'subscription.categories.hint' },
    { name: 'prune', label: 'subscription.prune', type: 'flag' },
  ]
  return { before, after }
}

interface DialogProps {
  /** The subscription to edit; undefined adds one. */
  readonly subscription: Subscription | undefined
  /** Called when the dialog closes, with whether something was saved. */
  readonly close: (isSaved: boolean) => void
}

const submitKey = (isNew: boolean, isSaving: boolean) => {
  if (!isNew) return 'save'
  return isSaving ? 'subscription.reading' : 'subscription.add'
}

/** The dialog. The service reads a new calendar before it responds, which may take a while. */
function SubscriptionDialog({ subscription, close }: DialogProps) {
  const [password, setPassword] = useState('')
  // A password without a user name is never sent, so that the service can't refuse it.
  const [lacksUser, setLacksUser] = useState(false)
  const loaded = subscription && { body: subscription, etag: '' }
  const resource = { ...subscriptions, bodyOf: sendingLogin(password) }
  const state = useEditedItem(resource, loaded, { every: '6h' })
  const { values, fault, isSaving, offer, forget } = state
  const { before, after } = rowsFor(subscription, values.every)
  const isNew = subscription === undefined
  const leave = (isSaved: boolean) => {
    forget()
    close(isSaved)
  }
  const set = (changed: FormValues) => {
    const isRemoving = changed['login-removed'] === true
    if (isRemoving) setPassword('')
    state.set({
      ...changed,
      ...(isRemoving && { user: '' }),
      ...(changed.user && { 'login-removed': false }),
    })
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const isIncomplete = values.user === '' && password !== ''
    setLacksUser(isIncomplete)
    const saved = isIncomplete ? undefined : await state.save()
    if (saved === undefined) return
    const name = subscriptionName(saved)
    notify(isNew ? t('subscription.added', { name }) : t('saved', { title: name }))
    leave(true)
  }
  const faults = fault?.fields ?? {}
  const userFault = lacksUser ? t('subscription.user.missing') : faults.login
  const fields = { values, set, faults: { ...faults, ...(userFault && { user: userFault }) } }
  return (
    <Dialog
      title={isNew ? t('subscription.new') : t('subscription.edit', { name: subscriptionName(subscription) })}
      onClose={() => close(false)}
    >
      <Form kept={offer} onSubmit={submit} noValidate>
        {/* The reason for a field is shown at the field alone. */}
        <ErrorText>{Object.keys(faults).length > 0 ? undefined : fault?.message}</ErrorText>
        <Fields {...fields} rows={before} />
        <TextField
          name="password"
          type="password"
          autocomplete="new-password"
          label={t('password')}
          value={password}
          onInput={setPassword}
        />
        <Fields {...fields} rows={after} />
        <SubmitOrCancel
          label={t(submitKey(isNew, isSaving))}
          isDisabled={isSaving}
          cancel={() => leave(false)}
        />
      </Form>
    </Dialog>
  )
}

// The subscribed external calendars and their state.

const pathOf = ({ id }: Subscription) => `/subscriptions/${id}`

/** The options of a subscription, as text. */
const manner = ({ every, has_login, categories, prune }: Subscription) =>
  [
    t('labelled', { label: t('subscription.every'), text: intervalText(every) }),
    ...categories,
    ...(has_login ? [t('subscription.login.shown')] : []),
    ...(prune ? [t('subscription.prunes')] : []),
  ].join(' · ')

/** Returns the result of the last read in words; in the English of the service where the desk has none. */
const readResultText = (subscription: Subscription): string =>
  refusalText(subscription) ?? subscription.result

/** Returns what the service tells of a failure, besides its words, for those who help; "" where there is nothing more. */
function technicalFailureText(subscription: Subscription): string {
  const { result, failures } = subscription
  return failures > 0 && readResultText(subscription) !== result ? result.replace(/^failed: /, '') : ''
}

function Outcome({ subscription }: { readonly subscription: Subscription }) {
  const { failures, tried_utc, next_utc } = subscription
  const tried =
    tried_utc === ''
      ? t('subscription.untried')
      : t('labelled', { label: utcAsBrowserTimeText(tried_utc), text: readResultText(subscription) })
  const technical = technicalFailureText(subscription)
  return (
    <p class={failures > 0 ? 'wrong outcome' : 'detail outcome'} role="status">
      {tried} · {t('subscription.next', { at: utcAsBrowserTimeText(next_utc) })}
      {technical !== '' && (
        <span class="detail" lang="en">
          {' '}
          ({technical})
        </span>
      )}
    </p>
  )
}

interface RowProps {
  readonly subscription: Subscription
  readonly reload: () => void
  readonly edit: () => void
}

function useRow({ subscription, reload }: RowProps) {
  const [isReading, setReading] = useState(false)
  const name = subscriptionName(subscription)
  // The row shows the result, so no notice does.
  const run = async () => {
    setReading(true)
    await callApi('POST', `${pathOf(subscription)}/run`).then(reload, showFault)
    setReading(false)
  }
  const end = async () => {
    const title = t('subscription.end', { name })
    const question = { title, text: t('subscription.end.text'), yes: t('subscription.end.yes') }
    if (!(await askConfirmation({ ...question, isDangerous: true }))) return
    await tellWhenDone(callApi('DELETE', pathOf(subscription)), t('subscription.ended', { name }), reload)
  }
  return { name, isReading, run, end }
}

function SubscriptionRow(props: RowProps) {
  const { subscription, edit } = props
  const { name, isReading, run, end } = useRow(props)
  return (
    <>
      <h2 class="name">{name}</h2>
      <span class="detail">{manner(subscription)}</span>
      <code class="address">{subscription.address}</code>
      <Outcome subscription={subscription} />
      <button type="button" onClick={edit}>
        {t('edit-named', { name })}
      </button>
      <button type="button" disabled={isReading} onClick={run}>
        {isReading ? t('subscription.reading') : t('subscription.run', { name })}
      </button>
      <button type="button" class="danger" onClick={end}>
        {t('subscription.end-named', { name })}
      </button>
    </>
  )
}

/** The list, and a dialog to add or edit a subscription. */
export function Subscriptions() {
  const list = useList<Subscription>(async (part) =>
    pageOfWhole(await listSubscriptions(), part, ({ address, categories }) =>
      [address, ...categories].join(' '),
    ),
  )
  const [edited, edit] = useState<Subscription | 'new' | undefined>(undefined)
  const close = (isSaved: boolean) => {
    edit(undefined)
    if (isSaved) list.loaded.reload()
  }
  return (
    <>
      <ListView
        title="subscriptions"
        list={list}
        lineClass="subscription"
        none="subscriptions.none"
        add={
          <button type="button" class="main" onClick={() => edit('new')}>
            {t('subscription.new')}
          </button>
        }
      >
        {(one) => <SubscriptionRow subscription={one} reload={list.loaded.reload} edit={() => edit(one)} />}
      </ListView>
      {edited !== undefined && (
        <SubscriptionDialog subscription={edited === 'new' ? undefined : edited} close={close} />
      )}
    </>
  )
}
