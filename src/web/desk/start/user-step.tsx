/** The second step: creates the first user, which ends local mode, and signs in. */
import { useState } from 'preact/hooks'
import { NewPasswordForm } from '../accounts/password-form.tsx'
import { callApi } from '../api/api.ts'
import type { RequestFault } from '../api/faults.ts'
import { sessionSignal } from '../api/session.ts'
import type { Session } from '../api/types.ts'
import { useUnsaved } from '../kept/form.tsx'
import { EmailField, TextField } from '../parts/field.tsx'
import { notify } from '../parts/notice.tsx'
import { t } from '../words/index.ts'

interface FieldsProps {
  readonly values: { readonly login: string; readonly email: string }
  readonly set: (values: FieldsProps['values']) => void
  readonly fault: RequestFault | undefined
}

function NameFields({ values, set, fault }: FieldsProps) {
  return (
    <>
      <TextField
        name="login"
        label={t('login')}
        value={values.login}
        autocomplete="username"
        fault={fault?.fields.login}
        onInput={(login) => set({ ...values, login })}
      />
      <EmailField
        value={values.email}
        hint={t('start.user.email')}
        autocomplete="email"
        fault={fault?.fields.email}
        onInput={(email) => set({ ...values, email })}
      />
    </>
  )
}

const blank = { login: '', email: '' }

/** The form of the step that creates the first user, with which local mode ends. */
export function UserStep() {
  const [values, setValues] = useState(blank)
  const { forget, offer } = useUnsaved('start/user', values, blank, (kept) =>
    setValues({ ...values, ...kept }),
  )
  const { login, email } = values
  const add = async (password: string) => {
    await callApi('POST', '/users', {
      body: { login, password, role: 'administrator', ...(email !== '' && { email }) },
    })
    forget()
    sessionSignal.value = (await callApi<Session>('POST', '/session', { body: { login, password } })).body
    notify(t('start.user.done', { login }))
  }
  const intro = (
    <>
      {offer}
      <h2>{t('start.user')}</h2>
      <p>{t('start.user.text')}</p>
    </>
  )
  return (
    <NewPasswordForm
      label={t('password')}
      button={t('user.add')}
      intro={intro}
      send={add}
      fields={(fault) => <NameFields values={values} set={setValues} fault={fault} />}
    />
  )
}
