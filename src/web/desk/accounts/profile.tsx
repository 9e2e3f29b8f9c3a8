/** The name, e-mail address and language of a user, and the password of the signed-in one. */

import { useState } from 'preact/hooks'
import { pick } from '../../../contract/table-of.ts'
import { callApi, loadSession } from '../api/api.ts'
import { currentUser } from '../api/session.ts'
import { deskSettings } from '../desk-settings.ts'
import { Form } from '../kept/fields.tsx'
import { changedFormValues, useLeaveConfirmation, useUnsaved } from '../kept/form.tsx'
import { SelectField } from '../parts/choice.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { CurrentPasswordField, EmailField, NewPasswordField, TextField } from '../parts/field.tsx'
import { notify } from '../parts/notice.tsx'
import { FormSection } from '../parts/part.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { t } from '../words/index.ts'
import type { User } from './accounts.ts'

type Language = User['language']

/** The languages of e-mail to a user, of which "" is that of the site. */
export const languageOptions: readonly (readonly [Language, string])[] = [
  ['', t('account.language.site')],
  ...deskSettings.languages.map(
    (one) => [one, new Intl.DisplayNames(one, { type: 'language' }).of(one) ?? one] as const,
  ),
]

const profileNames = ['display_name', 'email', 'language'] as const

export interface ProfileProps {
  readonly user: User
  readonly changed: () => void
}

const isOwn = ({ id }: User) => id === currentUser()?.id

/** The values of the form, and saving them. A new address of one's own needs the password. */
function useProfile({ user, changed }: ProfileProps) {
  const [base, setBase] = useState(pick(user, profileNames))
  const [values, setValues] = useState(base)
  const [password, setPassword] = useState('')
  const set = (changed: Partial<typeof base>) => setValues((now) => ({ ...now, ...changed }))
  const { forget, offer } = useUnsaved(`users/${user.id}`, values, base, set)
  useLeaveConfirmation(JSON.stringify(values) !== JSON.stringify(base), forget)
  const needsProof = values.email !== base.email && user.has_password && isOwn(user)
  const writing = useSubmitHandlerAndFault(async () => {
    const proof = needsProof ? { current_password: password } : {}
    // What was changed elsewhere meanwhile stays: of a form that is open for long, only what differs is sent.
    const body = { ...changedFormValues(values, base), ...proof }
    const saved = pick((await callApi<User>('PATCH', `/users/${user.id}`, { body })).body, profileNames)
    // A new address that has to be confirmed is not the user's yet.
    setBase(saved)
    setValues((now) => ({ ...saved, ...changedFormValues(now, values) }))
    setPassword('')
    changed()
    notify(isOwn(user) ? t('account.saved') : t('user.saved', { name: user.display_name }))
    await loadSession()
  })
  return { values, set, needsProof, password, setPassword, offer, ...writing }
}

interface AddressProps {
  readonly user: User
  readonly form: ReturnType<typeof useProfile>
}

/** The e-mail address, and for a new one the password. */
function AddressFields({
  user,
  form: { values, set, needsProof, password, setPassword, fault },
}: AddressProps) {
  return (
    <>
      <EmailField
        value={values.email}
        hint={user.new_email && t('account.email.waiting', { email: user.new_email })}
        autocomplete={isOwn(user) ? 'email' : 'off'}
        fault={fault?.fields.email}
        onInput={(email) => set({ email })}
      />
      {needsProof && (
        <CurrentPasswordField
          name="email_password"
          hint={t('account.email.proof')}
          value={password}
          fault={fault?.fields.current_password}
          onInput={setPassword}
        />
      )}
    </>
  )
}

/** The form for the public name, the e-mail address and the language. */
export function UserProfileForm(props: ProfileProps) {
  const form = useProfile(props)
  const { values, set, fault, submit, offer } = form
  const own = isOwn(props.user)
  return (
    <FormSection title={t(own ? 'account.profile' : 'user.profile')}>
      <Form kept={offer} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <TextField
          name="display_name"
          label={t(own ? 'account.name' : 'user.name')}
          hint={t('account.name.hint')}
          value={values.display_name}
          autocomplete={own ? 'name' : 'off'}
          fault={fault?.fields.display_name}
          onInput={(display_name) => set({ display_name })}
        />
        <AddressFields user={props.user} form={form} />
        <SelectField
          name="language"
          label={t('account.language')}
          value={values.language}
          options={languageOptions}
          onChange={(language) => set({ language })}
        />
        <button type="submit">{t('save')}</button>
      </Form>
    </FormSection>
  )
}

/** The form to change the password. */
export function OwnPassword({ user }: { readonly user: User }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { fault, submit } = useSubmitHandlerAndFault(async () => {
    await callApi('PATCH', `/users/${user.id}`, { body: { current_password: current, password } })
    for (const clear of [setCurrent, setPassword]) clear('')
    notify(t('account.password.done'))
  })
  return (
    <FormSection title={t('account.password')}>
      <Form kept={null} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <CurrentPasswordField
          name="current_password"
          value={current}
          fault={fault?.fields.current_password}
          onInput={setCurrent}
        />
        <NewPasswordField
          label={t('account.password.new')}
          value={password}
          fault={fault?.fields.password}
          onInput={setPassword}
        />
        <button type="submit" disabled={password === ''}>
          {t('user.password.set')}
        </button>
      </Form>
    </FormSection>
  )
}
