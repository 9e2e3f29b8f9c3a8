/** The second step: creates the first user, which ends local mode, and signs in. */
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { type Fault, faultOf } from '../api/faults.ts'
import { session } from '../api/session.ts'
import type { Session } from '../api/types.ts'
import { TextField } from '../parts/field.tsx'
import { tell } from '../parts/notice.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'

/** The form of the step. */
export function UserStep() {
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const add = async (event: Event) => {
    event.preventDefault()
    try {
      await ask('POST', '/users', { body: { login, password, role: 'administrator' } })
      session.value = (await ask<Session>('POST', '/session', { body: { login, password } })).body
      tell(t('start.user.done', { login }))
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return (
    <form onSubmit={add} noValidate>
      <h2>{t('start.user')}</h2>
      <p>{t('start.user.text')}</p>
      <Wrong>{fault?.message}</Wrong>
      <TextField
        name="login"
        label={t('login')}
        value={login}
        autocomplete="username"
        fault={fault?.fields.login}
        onInput={setLogin}
      />
      <TextField
        name="password"
        label={t('password')}
        hint={t('start.password')}
        type="password"
        autocomplete="new-password"
        value={password}
        fault={fault?.fields.password}
        onInput={setPassword}
      />
      <button type="submit" class="main">
        {t('user.add')}
      </button>
    </form>
  )
}
