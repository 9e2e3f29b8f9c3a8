/** Sign-in: as a page, or above the view if the session has ended. */

import { useEffect, useState } from 'preact/hooks'
import { callApi, signIn, signOut } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import { currentUser, hasSessionExpiredSignal } from '../api/session.ts'
import { deskSettings } from '../desk-settings.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { TextField } from '../parts/field.tsx'
import { t } from '../words/index.ts'
import { Brand } from './brand.tsx'
import { LanguageLinks } from './languages.tsx'

interface Typed {
  readonly login: string
  readonly password: string
  readonly code: string
}

interface CredentialsProps {
  readonly typed: Typed
  /** Whether the account has a second factor. */
  readonly needsCode: boolean
  readonly set: (typed: Partial<Typed>) => void
}

/** The login and the password, and the code of a second factor. */
function Credentials({ typed, needsCode, set }: CredentialsProps) {
  const next = needsCode ? 'code' : typed.login === '' ? 'login' : 'password'
  // Whoever is known goes on with what is missing.
  useEffect(() => {
    if (next !== 'login') document.querySelector<HTMLElement>(`.sign-in [name=${next}]`)?.focus()
  }, [needsCode])
  return (
    <>
      <TextField
        name="login"
        label={t('sign-in.name')}
        value={typed.login}
        onInput={(login) => set({ login })}
        autocomplete="username"
        required
      />
      <TextField
        name="password"
        label={t('password')}
        type="password"
        value={typed.password}
        onInput={(password) => set({ password })}
        autocomplete="current-password"
        required
      />
      {needsCode && (
        <TextField
          name="code"
          label={t('factor.code')}
          value={typed.code}
          onInput={(code) => set({ code })}
          autocomplete="one-time-code"
        />
      )}
    </>
  )
}

/** The link to the organisation, which leads back to this place of the desk. */
function OrganisationLink() {
  const { organisation, protocol, root } = deskSettings
  if (organisation === undefined) return null
  const back = encodeURIComponent(`${location.pathname}${location.search}`)
  return (
    <p>
      <a class="button main" href={`${root}/signin/${protocol}?return=${back}`}>
        {organisation || t('sign-in.organisation')}
      </a>
    </p>
  )
}

/** The ways to sign in: through the organisation, and with a password. `login` is filled in if it is known. */
function SignInForm({ login = '' }: { readonly login?: string }) {
  return (
    <>
      <OrganisationLink />
      {deskSettings.hasPasswords && <PasswordForm login={login} />}
    </>
  )
}

/** The form for a login and a password. */
function PasswordForm({ login: known }: { readonly login: string }) {
  const [typed, setTyped] = useState<Typed>({ login: known, password: '', code: '' })
  const [fault, setFault] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const login = typed.login.trim()
  const forgot = () =>
    callApi('POST', '/password-resets', { body: { login } }).then(
      () => setRequested(true),
      (error: unknown) => setFault(faultMessage(error)),
    )
  const submit = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    await signIn(login, typed.password, typed.code.trim()).catch((error: unknown) => {
      const needsCode = error instanceof RequestFault && error.code === 'second_factor_required'
      if (needsCode) setNeedsCode(true)
      setFault(needsCode ? t('factor.needed') : faultMessage(error))
      setBusy(false)
    })
  }
  return (
    <form class="sign-in" onSubmit={submit}>
      <ErrorText>{fault}</ErrorText>
      <Credentials
        typed={typed}
        needsCode={needsCode}
        set={(changed) => setTyped((all) => ({ ...all, ...changed }))}
      />
      <div class="actions">
        <button type="submit" class="main" disabled={isBusy}>
          {isBusy ? t('signing-in') : t('sign-in')}
        </button>
        <button type="button" class="quiet" disabled={login === ''} onClick={forgot}>
          {t('sign-in.forgot')}
        </button>
      </div>
      {isRequested && <p role="status">{t('sign-in.forgot.done')}</p>}
    </form>
  )
}

/** The sign-in page. */
export function SignInPage() {
  return (
    <main class="gate">
      <p class="mark" aria-hidden="true">
        <Brand />
      </p>
      <h1>{t('sign-in.title')}</h1>
      <SignInForm />
      {deskSettings.hasPasswords && <p class="hint">{t('sign-in.hint')}</p>}
      <LanguageLinks />
    </main>
  )
}

/** The field of the view that was typed in last. */
let lastTyped: HTMLElement | undefined
addEventListener(
  'input',
  ({ target }) => {
    if (target instanceof HTMLElement && target.closest('.sign-in') === null) lastTyped = target
  },
  true,
)

/** Saving by its button takes the focus from the field. */
const goOnTyping = () => (lastTyped?.isConnected ? lastTyped : undefined)

/** Asks the user to sign in again. The view below keeps its changes. */
export function SignInAgain() {
  if (!hasSessionExpiredSignal.value) return null
  return (
    <Dialog title={t('expired')} onClose={() => undefined} back={goOnTyping}>
      <p>{t('expired.text')}</p>
      <SignInForm login={currentUser()?.login ?? ''} />
      <button type="button" class="quiet" onClick={() => signOut()}>
        {t('expired.leave')}
      </button>
    </Dialog>
  )
}
