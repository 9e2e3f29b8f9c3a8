/** Adding a user. */

import { useState } from 'preact/hooks'
import { roles } from '../../../contract/operations/accounts/account-names.ts'
import { callApi, learnSession } from '../api/api.ts'
import { type Fault, faultOf } from '../api/faults.ts'
import { isLocal, type Role } from '../api/session.ts'
import { Choice } from '../parts/choice.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { EmailField, NewPasswordField, TextField } from '../parts/field.tsx'
import { tell } from '../parts/notice.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'
import type { User } from './accounts.ts'
import { ShownOnce } from './shown-once.tsx'

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

function useNewUser({ isFirst, close }: NewUserProps) {
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [email, setEmail] = useState('')
  const [invitation, setInvitation] = useState('')
  const [role, setRole] = useState<Role>(isFirst ? 'administrator' : 'editor')
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const add = async (event: Event) => {
    event.preventDefault()
    try {
      const wasLocal = isLocal()
      const given = { ...(password !== '' && { password }), ...(email !== '' && { email }) }
      const { body } = await callApi<User>('POST', '/users', { body: { login, role, ...given } })
      const address = body.invitation?.address ?? ''
      tell(body.invitation?.sent === true ? t('user.invited', { login }) : t('user.added', { login }))
      // Without e-mail, the administrator passes the link on.
      if (address !== '') return setInvitation(address)
      close(true)
      // Local mode has ended: from now on users must sign in.
      if (wasLocal) await learnSession()
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return { email, setEmail, invitation, login, setLogin, password, setPassword, role, setRole, fault, add }
}

/** The dialog. */
export function NewUser(props: NewUserProps) {
  const { email, setEmail, invitation, login, setLogin, password, setPassword, role, setRole, fault, add } =
    useNewUser(props)
  return (
    <Dialog title={t('user.new')} onClose={() => props.close(false)}>
      <form onSubmit={add}>
        {props.isFirst && <p>{t('user.first')}</p>}
        <Wrong>{fault?.message}</Wrong>
        <TextField
          name="login"
          label={t('login')}
          value={login}
          fault={fault?.fields.login}
          onInput={setLogin}
        />
        <EmailField
          hint={t('user.email.hint')}
          value={email}
          fault={fault?.fields.email}
          onInput={setEmail}
        />
        <Choice
          name="role"
          label={t('role')}
          value={role}
          options={roleOptions}
          fault={fault?.fields.role}
          onChange={setRole}
        />
        <NewPasswordField
          label={t('password')}
          value={password}
          fault={fault?.fields.password}
          onInput={setPassword}
        />
        {invitation !== '' && <ShownOnce text={invitation} />}
        <div class="actions">
          <button type="submit" class="main" disabled={invitation !== ''}>
            {t('user.add')}
          </button>
          <button type="button" onClick={() => props.close(invitation !== '')}>
            {invitation === '' ? t('cancel') : t('close')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
