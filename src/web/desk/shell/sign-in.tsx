/** Signing in: as a page of its own, and above what is being edited where the session has ended meanwhile. */
import { useState } from 'preact/hooks'
import { signIn, signOut } from '../api/ask.ts'
import { reasonOf } from '../api/faults.ts'
import { currentUser, hasExpired } from '../api/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Wrong } from '../parts/wrong.tsx'
import { t } from '../words/index.ts'
import { Languages } from './languages.tsx'

/** The form; `login` is filled in where it is known. */
function SignInForm({ login: known = '' }: { readonly login?: string }) {
  const [login, setLogin] = useState(known)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    await signIn(login.trim(), password).catch((error: unknown) => {
      setFault(reasonOf(error))
      setBusy(false)
    })
  }
  return (
    <form class="sign-in" onSubmit={submit}>
      <Wrong>{fault}</Wrong>
      <TextField
        name="login"
        label={t('login')}
        value={login}
        onInput={setLogin}
        autocomplete="username"
        required
      />
      <TextField
        name="password"
        label={t('password')}
        type="password"
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        required
      />
      <div class="actions">
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? t('signing-in') : t('sign-in')}
        </button>
      </div>
    </form>
  )
}

/** The page for those who are not signed in. */
export function SignInPage() {
  return (
    <main class="gate">
      <p class="mark" aria-hidden="true">
        Fasti
      </p>
      <h1>{t('sign-in.title')}</h1>
      <SignInForm />
      <p class="hint">{t('sign-in.hint')}</p>
      <Languages />
    </main>
  )
}

/** Asks to sign in again; what was being edited stays below. */
export function SignInAgain() {
  if (!hasExpired.value) return null
  return (
    <Dialog title={t('expired')} onClose={() => undefined}>
      <p>{t('expired.text')}</p>
      <SignInForm login={currentUser()?.login ?? ''} />
      <button type="button" class="quiet" onClick={() => signOut()}>
        {t('expired.leave')}
      </button>
    </Dialog>
  )
}
