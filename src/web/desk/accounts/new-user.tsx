/** Adding a user. */

import { useState } from 'preact/hooks'
import { roles } from '../../../contract/operations/accounts/account-names.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { callApi, loadSession } from '../api/api.ts'
import { isLocalMode, type Role } from '../api/session.ts'
import { Form } from '../kept/fields.tsx'
import { useUnsaved } from '../kept/form.tsx'
import { SelectField } from '../parts/choice.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { EmailField, NewPasswordField, TextField } from '../parts/field.tsx'
import { notify } from '../parts/notice.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { t } from '../words/index.ts'
import type { User } from './accounts.ts'
import { languageOptions } from './profile.tsx'
import { SecretShownOnce } from './shown-once.tsx'

interface NewUserProps {
  readonly isFirst: boolean
  /** Called when the dialog closes, with whether a user was added. */
  readonly close: (isAdded: boolean) => void
}

/** The labels of the roles. */
export const roleOptions: readonly (readonly [Role, string])[] = roles.map((role) => [
  role,
  t(`role.${role}`),
])

interface Fields {
  readonly display_name: string
  readonly login: string
  readonly email: string
  readonly role: Role
  /** The language of the invitation, and of later e-mail. */
  readonly language: User['language']
}

/** The login that a name proposes. */
const loginOfName = (name: string) =>
  foldedText(name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 60)

function useNewUser(props: NewUserProps) {
  const { isFirst } = props
  const role = isFirst ? 'administrator' : 'editor'
  const base: Fields = { display_name: '', login: '', email: '', role, language: '' }
  const [fields, setFields] = useState(base)
  const [password, setPassword] = useState('')
  const [invitation, setInvitation] = useState('')
  const set = (changed: Partial<Fields>) => setFields({ ...fields, ...changed })
  const kept = useUnsaved('users/new', fields, base, set)
  const end = (isAdded: boolean) => {
    kept.forget()
    props.close(isAdded)
  }
  const writing = useSubmitHandlerAndFault(async () => {
    const { display_name, email, language, ...account } = fields
    const wasLocal = isLocalMode()
    const given = {
      ...(password !== '' && { password }),
      ...(display_name.trim() !== '' && { display_name }),
      ...(email !== '' && { email }),
      ...(language !== '' && { language }),
    }
    const { body } = await callApi<User>('POST', '/users', { body: { ...account, ...given } })
    const address = body.invitation?.address ?? ''
    notify(
      body.invitation?.sent === true
        ? t('user.invited', { name: body.display_name })
        : t('user.added', { name: body.display_name }),
    )
    // Without e-mail, the administrator passes the link on.
    kept.forget()
    if (address !== '') return setInvitation(address)
    props.close(true)
    // Local mode has ended: from now on users must sign in.
    if (wasLocal) await loadSession()
  })
  return { fields, set, invitation, password, setPassword, end, offer: kept.offer, ...writing }
}

function AccountFields({
  fields,
  set,
  fault,
}: Pick<ReturnType<typeof useNewUser>, 'fields' | 'set' | 'fault'>) {
  return (
    <>
      <TextField
        name="display_name"
        label={t('user.name')}
        value={fields.display_name}
        fault={fault?.fields.display_name}
        onInput={(display_name) =>
          set({
            display_name,
            // Until somebody types a login, it follows the name.
            ...(fields.login === loginOfName(fields.display_name) && { login: loginOfName(display_name) }),
          })
        }
      />
      <TextField
        name="login"
        label={t('login')}
        value={fields.login}
        fault={fault?.fields.login}
        onInput={(login) => set({ login })}
      />
      <EmailField
        hint={t('user.email.hint')}
        value={fields.email}
        fault={fault?.fields.email}
        onInput={(email) => set({ email })}
      />
      <SelectField
        name="role"
        label={t('role')}
        hint={t(`role.${fields.role}.hint`)}
        value={fields.role}
        options={roleOptions}
        fault={fault?.fields.role}
        onChange={(role) => set({ role })}
      />
      <SelectField
        name="language"
        label={t('account.language')}
        value={fields.language}
        options={languageOptions}
        fault={fault?.fields.language}
        onChange={(language) => set({ language })}
      />
    </>
  )
}

/** The dialog in which a user is added or invited. */
export function NewUser(props: NewUserProps) {
  const { fields, set, invitation, password, setPassword, fault, submit, end, offer } = useNewUser(props)
  return (
    <Dialog title={t('user.new')} onClose={() => props.close(false)}>
      <Form kept={offer} onSubmit={submit}>
        {props.isFirst && <p>{t('user.first')}</p>}
        <ErrorText>{fault?.message}</ErrorText>
        <AccountFields fields={fields} set={set} fault={fault} />
        <NewPasswordField
          label={t('password')}
          value={password}
          fault={fault?.fields.password}
          onInput={setPassword}
        />
        {invitation !== '' && <SecretShownOnce text={invitation} />}
        <div class="actions">
          <button type="submit" class="main" disabled={invitation !== ''}>
            {t('user.add')}
          </button>
          <button type="button" onClick={() => end(invitation !== '')}>
            {invitation === '' ? t('cancel') : t('close')}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}
