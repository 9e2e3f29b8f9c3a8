/** Sets a password with the secret link of an invitation or a reset. */
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { type Fault, faultOf } from '../api/faults.ts'
import { TextField } from '../parts/field.tsx'
import { Shown, useLoaded } from '../parts/loaded.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { place } from '../place.ts'
import { t } from '../words/index.ts'

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)
const path = `/password-resets/${encodeURIComponent(secret)}`

function PasswordForm({ login }: { readonly login: string }) {
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<Fault | undefined>(undefined)
  const submit = async (event: Event) => {
    event.preventDefault()
    try {
      await ask('POST', path, { body: { password } })
      location.href = place.desk
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return (
    <form class="sign-in" onSubmit={submit}>
      <p>{t('reset.for', { login })}</p>
      <Wrong>{fault?.message}</Wrong>
      <TextField
        name="password"
        label={t('account.password.new')}
        hint={t('user.password.hint')}
        type="password"
        autocomplete="new-password"
        value={password}
        fault={fault?.fields.password}
        onInput={setPassword}
        required
      />
      <div class="actions">
        <button type="submit" class="main">
          {t('user.password.set')}
        </button>
      </div>
    </form>
  )
}

/** The page behind a secret link. */
export function PasswordPage() {
  const loaded = useLoaded(async () => (await ask<{ login: string }>('GET', path)).body, [])
  return (
    <main class="gate">
      <h1>{t('user.password.set')}</h1>
      <Shown of={loaded}>{({ login }) => <PasswordForm login={login} />}</Shown>
    </main>
  )
}
