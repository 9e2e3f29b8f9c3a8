/** Adds a subscription to an external calendar, or edits one. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultOfThrown, type RequestFault } from '../api/faults.ts'
import { Form } from '../kept/fields.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { CheckField, TextField } from '../parts/field.tsx'
import { notify } from '../parts/notice.tsx'
import { t } from '../words/index.ts'
import { loginFault, type SubscriptionDraft, subscriptionBody, subscriptionDraft } from './draft.ts'
import { intervalOptions, type Subscription, subscriptionName } from './subscriptions.ts'

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
export function SubscriptionDialog(props: DialogProps) {
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
