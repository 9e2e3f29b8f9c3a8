/** Subscriptions. */

import { useState } from 'preact/hooks'
import type { components } from '../../../clients/typescript/src/schema.ts'
import { withScheme } from '../../domain/typed/fields.ts'
import { callApi } from './api/api.ts'
import { faultOfThrown, loadRefusalWordsOnce, type RequestFault, refusalText } from './api/faults.ts'
import { Form } from './kept/form.tsx'
import { askConfirmation, Dialog, SubmitOrCancel } from './parts/dialog.tsx'
import { CheckField, ErrorText, SelectField, TextField } from './parts/field.tsx'
import { EmptyView, LoadedContent, useLoaded } from './parts/loaded.tsx'
import { notify, showFault, tellWhenDone } from './parts/notice.tsx'
import { ViewHeading } from './shell/view-heading.tsx'
import { durationText, utcAsBrowserTimeText } from './time/wall.ts'
import { t } from './words/index.ts'

// Loads calendar subscriptions, and names them.

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

// The form values of a calendar subscription, and the request body built from them.

interface SubscriptionDraft {
  readonly address: string
  readonly user: string
  readonly password: string
  readonly isLoginRemoved: boolean
  readonly every: string
  /** The names of the categories, separated by commas. */
  readonly categories: string
  readonly prune: boolean
}

/** Returns the form values of a subscription, or of a new one. The login can only be written, so its fields are empty at first. */
function subscriptionDraft(subscription: Subscription | undefined): SubscriptionDraft {
  const { address = '', every = '6h', categories = [], prune = false } = subscription ?? {}
  const names = categories.join(', ')
  return { address, user: '', password: '', isLoginRemoved: false, every, categories: names, prune }
}

const namesIn = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

function loginOf({ user, password, isLoginRemoved }: SubscriptionDraft): { readonly login?: string | null } {
  if (isLoginRemoved) return { login: null }
  return user === '' ? {} : { login: `${user}:${password}` }
}

/** Returns the body that adds a subscription, or the changes to `before`. */
function subscriptionBody(
  draft: SubscriptionDraft,
  before: Subscription | undefined,
): Readonly<Record<string, unknown>> {
  const { every, prune } = draft
  const [address, categories] = [withScheme(draft.address), namesIn(draft.categories)]
  const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
  return {
    ...(address !== before?.address && { address }),
    ...(every !== before?.every && { every }),
    ...((before === undefined || !isSame(categories, before.categories)) && { categories }),
    ...(prune !== before?.prune && { prune }),
    ...loginOf(draft),
  }
}

/** Returns the fault of the login: a password without a user name, which is never sent, so that the service can't refuse it. */
const loginFault = ({ user, password }: SubscriptionDraft): string | undefined =>
  user === '' && password !== '' ? t('subscription.user.missing') : undefined

// Adds a subscription to an external calendar, or edits one.

interface DialogProps {
  /** The subscription to edit; undefined adds one. */
  readonly subscription: Subscription | undefined
  /** Called when the dialog closes, with whether something was saved. */
  readonly close: (isSaved: boolean) => void
}

function useSubscription({ subscription, close }: DialogProps) {
  const [draft, setDraft] = useState(subscriptionDraft(subscription))
  const [fault, setFault] = useState<RequestFault | undefined>(undefined)
  const [ownFault, setOwnFault] = useState<string | undefined>(undefined)
  const [isSaving, setSaving] = useState(false)
  const set = (changed: Partial<SubscriptionDraft>) => setDraft({ ...draft, ...changed })
  const send = (body: object) =>
    subscription === undefined
      ? callApi<Subscription>('POST', '/subscriptions', { body })
      : callApi<Subscription>('PATCH', `/subscriptions/${subscription.id}`, { body })
  const save = async (event: Event) => {
    event.preventDefault()
    setFault(undefined)
    setOwnFault(loginFault(draft))
    if (loginFault(draft) !== undefined) return
    setSaving(true)
    await send(subscriptionBody(draft, subscription)).then(
      ({ body }) => {
        const name = subscriptionName(body)
        notify(subscription === undefined ? t('subscription.added', { name }) : t('saved', { title: name }))
        close(true)
      },
      (error: unknown) => {
        setFault(faultOfThrown(error))
        setSaving(false)
      },
    )
  }
  const loginWrong = ownFault ?? fault?.fields.login
  return {
    draft,
    set,
    fault,
    loginFault: loginWrong,
    isSaving,
    save,
  }
}

type State = ReturnType<typeof useSubscription>

function LoginFields({ state, isSet }: { readonly state: State; readonly isSet: boolean }) {
  const { draft, set, loginFault: fault } = state
  return (
    <>
      <TextField
        name="user"
        label={t('subscription.user')}
        hint={t(isSet ? 'subscription.login.set' : 'subscription.login.hint')}
        value={draft.user}
        fault={fault}
        onInput={(user) => set({ user, isLoginRemoved: false })}
      />
      <TextField
        name="password"
        type="password"
        autocomplete="new-password"
        label={t('password')}
        value={draft.password}
        onInput={(password) => set({ password, isLoginRemoved: false })}
      />
      {isSet && (
        <CheckField
          name="login-removed"
          label={t('subscription.login.remove')}
          value={draft.isLoginRemoved}
          onChange={(isLoginRemoved) => set({ isLoginRemoved, user: '', password: '' })}
        />
      )}
    </>
  )
}

function OtherFields({ draft, set, fault }: State) {
  return (
    <>
      <SelectField
        name="every"
        label={t('subscription.every')}
        value={draft.every}
        options={intervalOptions(draft.every)}
        onChange={(every) => set({ every })}
      />
      <TextField
        name="categories"
        label={t('categories')}
        hint={t('subscription.categories.hint')}
        value={draft.categories}
        fault={fault?.fields.categories}
        onInput={(categories) => set({ categories })}
      />
      <CheckField
        name="prune"
        label={t('subscription.prune')}
        value={draft.prune}
        onChange={(prune) => set({ prune })}
      />
    </>
  )
}

const submitKey = (isNew: boolean, isSaving: boolean) => {
  if (!isNew) return 'save'
  return isSaving ? 'subscription.reading' : 'subscription.add'
}

/** The dialog. The service reads a new calendar before it responds, which may take a while. */
function SubscriptionDialog(props: DialogProps) {
  const { subscription, close } = props
  const state = useSubscription(props)
  const { draft, set, fault, isSaving, save } = state
  const isNew = subscription === undefined
  const addressFault = fault?.fields.address
  // The reason for a field is shown at the field alone.
  const message = Object.keys(fault?.fields ?? {}).length > 0 ? undefined : fault?.message
  const title = isNew
    ? t('subscription.new')
    : t('subscription.edit', { name: subscriptionName(subscription) })
  return (
    <Dialog title={title} onClose={() => close(false)}>
      <Form kept={`subscriptions/${subscription?.id ?? 'new'}`} onSubmit={save} noValidate>
        <ErrorText>{message}</ErrorText>
        <TextField
          name="address"
          type="url"
          label={t('subscription.address')}
          hint={t(isNew ? 'subscription.address.hint' : 'subscription.address.kept')}
          value={draft.address}
          fault={addressFault}
          onInput={(address) => set({ address })}
        />
        <LoginFields state={state} isSet={subscription?.has_login === true} />
        <OtherFields {...state} />
        <SubmitOrCancel
          label={t(submitKey(isNew, isSaving))}
          isDisabled={isSaving}
          cancel={() => close(false)}
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

function Row(props: RowProps) {
  const { subscription, edit } = props
  const { name, isReading, run, end } = useRow(props)
  return (
    <li class="line subscription">
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
    </li>
  )
}

/** The list, and a dialog to add or edit a subscription. */
export function Subscriptions() {
  const loaded = useLoaded(listSubscriptions, [])
  const [edited, edit] = useState<Subscription | 'new' | undefined>(undefined)
  const close = (isSaved: boolean) => {
    edit(undefined)
    if (isSaved) loaded.reload()
  }
  const add = (
    <button type="button" class="main" onClick={() => edit('new')}>
      {t('subscription.new')}
    </button>
  )
  return (
    <>
      <ViewHeading text={t('subscriptions')}>{loaded.value?.length !== 0 && add}</ViewHeading>
      <LoadedContent of={loaded}>
        {(subscriptions) => (
          <>
            {subscriptions.length === 0 && <EmptyView text={t('subscriptions.none')}>{add}</EmptyView>}
            <ul class="lines">
              {subscriptions.map((one) => (
                <Row key={one.id} subscription={one} reload={loaded.reload} edit={() => edit(one)} />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
      {edited !== undefined && (
        <SubscriptionDialog subscription={edited === 'new' ? undefined : edited} close={close} />
      )}
    </>
  )
}
