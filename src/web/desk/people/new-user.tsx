/** Adding a user. */
import { useState } from 'preact/hooks'
import { ask, learnSession } from '../api/ask.ts'
import { type Fault, faultOf } from '../api/faults.ts'
import { isLocal, type Role, roles } from '../api/session.ts'
import { Choice } from '../parts/choice.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { tell } from '../parts/notice.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'

interface NewUserProps {
  readonly isFirst: boolean
  /** Called with whether somebody was added. */
  readonly close: (isAdded: boolean) => void
}

/** The roles in words. */
export const roleOptions: readonly (readonly [Role, string])[] = roles.map((role) => [
  role,
  t(`role.${role}`),
])

function useNewUser({ isFirst, close }: NewUserProps) {
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [role, setRole] = useState<Role>(isFirst ? 'administrator' : 'editor')
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const add = async (event: Event) => {
    event.preventDefault()
    try {
      const wasLocal = isLocal()
      await ask('POST', '/users', { body: { login, role, ...(password !== '' && { password }) } })
      tell(t('user.added', { login }))
      close(true)
      // Local mode is over: from now on everybody signs in.
      if (wasLocal) await learnSession()
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return { login, setLogin, password, setPassword, role, setRole, fault, add }
}

/** The dialog. */
export function NewUser(props: NewUserProps) {
  const { login, setLogin, password, setPassword, role, setRole, fault, add } = useNewUser(props)
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
        <Choice
          name="role"
          label={t('role')}
          value={role}
          options={roleOptions}
          fault={fault?.fields.role}
          onChange={setRole}
        />
        <TextField
          name="password"
          label={t('password')}
          hint={t('user.password.hint')}
          type="password"
          autocomplete="new-password"
          value={password}
          fault={fault?.fields.password}
          onInput={setPassword}
        />
        <div class="actions">
          <button type="submit" class="main">
            {t('user.add')}
          </button>
          <button type="button" onClick={() => props.close(false)}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
