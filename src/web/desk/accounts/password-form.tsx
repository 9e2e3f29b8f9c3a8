/** A form that sets a first or a new password, and the password of another user. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultMessage, type RequestFault } from '../api/faults.ts'
import { TextField } from '../parts/field.tsx'
import { notify, showErrorNotice } from '../parts/notice.tsx'
import { FormSection } from '../parts/part.tsx'
import { useWriting } from '../parts/submitting.ts'
import { ErrorText } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'
import type { User } from './accounts.ts'
import { SecretShownOnce } from './shown-once.tsx'

interface PasswordFormProps {
  readonly class?: string
  /** The label of the password. */
  readonly label: string
  /** The label of the button. */
  readonly button: string
  readonly intro: ComponentChildren
  /** The fields above the password. They show their own faults. */
  readonly fields?: (fault: RequestFault | undefined) => ComponentChildren
  /** Sends the password. The form shows the error that it throws. */
  readonly send: (password: string) => Promise<void>
}

/** The fields, the password with a hint about its length, and the button. */
export function PasswordForm({ label, button, intro, fields, send, class: kind }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const { fault, submit } = useWriting(() => send(password))
  return (
    <form class={kind} onSubmit={submit} noValidate>
      {intro}
      <ErrorText>{fault?.message}</ErrorText>
      {fields?.(fault)}
      <TextField
        name="password"
        label={label}
        hint={t('start.password')}
        type="password"
        autocomplete="new-password"
        value={password}
        fault={fault?.fields.password}
        onInput={setPassword}
        required
      />
      <div class="actions">
        <button type="submit" class="main">
          {button}
        </button>
      </div>
    </form>
  )
}

interface OtherProps {
  readonly user: User
  /** Changes the user, and says so. */
  readonly act: (body: object, said: string) => Promise<void>
}

function NewPassword({ user, act }: OtherProps) {
  const [password, setPassword] = useState('')
  const { login } = user
  const set = async () => {
    await act({ password }, t('user.password.done', { login }))
    setPassword('')
  }
  return (
    <>
      <TextField
        name="password"
        label={t('user.password.new', { login })}
        hint={t('user.password.hint')}
        type="password"
        autocomplete="new-password"
        value={password}
        onInput={setPassword}
      />
      <div class="actions">
        <button type="button" disabled={password === ''} onClick={set}>
          {t('user.password.set')}
        </button>
      </div>
    </>
  )
}

/** Sends the user an invitation or a link to reset the password. Without e-mail, the link is shown. */
function Invitation({ user: { id, login, reset_asked_utc } }: { readonly user: User }) {
  const [address, setAddress] = useState('')
  const invite = () =>
    callApi<{ sent: boolean; address: string }>('POST', `/users/${id}/invitation`).then(
      ({ body }) => {
        setAddress(body.address)
        if (body.sent) notify(t('user.invited', { login }))
      },
      (error: unknown) => showErrorNotice(faultMessage(error)),
    )
  return (
    <>
      {reset_asked_utc !== '' && <p class="hint">{t('user.reset.asked', { login })}</p>}
      <div class="actions">
        <button type="button" onClick={invite}>
          {t('user.invite', { login })}
        </button>
      </div>
      {address !== '' && <SecretShownOnce text={address} />}
    </>
  )
}

/** The section with the password of another user: a new one, or a link to set one. */
export function UserPassword(props: OtherProps) {
  return (
    <FormSection title={t('password')}>
      <NewPassword {...props} />
      <Invitation user={props.user} />
    </FormSection>
  )
}
