/** A form that sets a first or a new password. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { RequestFault } from '../api/faults.ts'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { t } from '../words/index.ts'

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
export function NewPasswordForm({ label, button, intro, fields, send, class: kind }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const { fault, submit } = useSubmitHandlerAndFault(() => send(password))
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
