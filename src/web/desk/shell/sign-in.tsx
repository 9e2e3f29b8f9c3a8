/** Sign-in: as a page, or above the view if the session has ended. */

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser, hasSessionExpiredSignal, sessionSignal, signIn, signOut } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import type { Session } from '../api/types.ts'
import { deskSettings } from '../desk-settings.ts'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText, TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { epochMillisecondsNow, utcAsBrowserTimeText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { LanguageLinks } from './navigation.tsx'
import { Brand } from './view-heading.tsx'

// A form that sets a first or a new password.

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
  const { fault, submit } = useSubmitting(() => send(password))
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

// Sets a password with the secret link of an invitation or a reset.

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)
const resetPath = `/password-resets/${encodeURIComponent(secret)}`

/** Sets the password and signs in with it. Who has a second factor, too, does so at the desk. */
async function setPassword(login: string, password: string): Promise<void> {
  await callApi('POST', resetPath, { body: { password } })
  await signIn(login, password, '').catch(() => {})
  location.href = deskSettings.desk
}

type SecretLink = components['schemas']['PasswordReset']

/** Says what the link is for: of an invitation who invites, if it is known, to what, and until when, as its e-mail does. */
function Introduction({ login, kind, invited_by: by, expires_utc }: SecretLink) {
  const at = { name: deskSettings.name, login }
  const invitation = by === '' ? t('invitation.for', at) : t('invitation.for.by', { ...at, by })
  return (
    <>
      <p>{kind === 'invitation' ? invitation : t('reset.for', { login })}</p>
      <p class="detail">{t('reset.until', { time: utcAsBrowserTimeText(expires_utc) })}</p>
    </>
  )
}

/** The page behind a secret link. */
export function PasswordByLinkPage() {
  const loaded = useLoaded(async () => (await callApi<SecretLink>('GET', resetPath)).body, [])
  const { fault } = loaded
  return (
    <main class="gate">
      <p class="mark" aria-hidden="true">
        <Brand />
      </p>
      <h1>{t('user.password.set')}</h1>
      {fault instanceof RequestFault && fault.status === 404 ? (
        // It was used, or is too old: the sign-in leads to another one.
        <div class="failed" role="alert">
          <p>{faultMessage(fault)}</p>
          <a class="button" href={deskSettings.desk}>
            {t('sign-in')}
          </a>
        </div>
      ) : (
        <LoadedContent of={loaded}>
          {(link) => (
            <NewPasswordForm
              class="sign-in"
              label={t('account.password.new')}
              button={t('user.password.set')}
              intro={<Introduction {...link} />}
              send={(password) => setPassword(link.login, password)}
            />
          )}
        </LoadedContent>
      )}
      <LanguageLinks />
    </main>
  )
}

// Warns before a session through an organisation ends, which no use prolongs: time to sign in again in another window.

const WARNED_MINUTES = 10
const MINUTE = 60_000
const LOOK_EVERY = 10_000

/** Takes up the session of another window; the view stays, and asks to sign in where there is none of the same user. */
async function takeUpSession(): Promise<void> {
  const before = currentUser()?.id
  try {
    const { body } = await callApi<Session>('GET', '/session', { isQuiet: true })
    if (body.user.id === before) sessionSignal.value = body
    else hasSessionExpiredSignal.value = true
  } catch (error) {
    if (error instanceof RequestFault && error.status === 401) hasSessionExpiredSignal.value = true
  }
}

/** Returns the minutes that are left of the session; undefined while they are many, or it has no fixed end. */
function useMinutesLeft(): number | undefined {
  const session = sessionSignal.value
  const seconds = typeof session === 'object' ? session.ends_in : undefined
  const [minutes, setMinutes] = useState<number>()
  useEffect(() => {
    setMinutes(undefined)
    if (seconds === undefined) return
    const end = epochMillisecondsNow() + seconds * 1000
    const look = () => {
      const left = Math.ceil((end - epochMillisecondsNow()) / MINUTE)
      if (left <= WARNED_MINUTES) setMinutes(Math.max(left, 0))
      // Another window may have begun a new one.
      if (left <= 0 && !hasSessionExpiredSignal.value) void takeUpSession()
    }
    look()
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [session])
  return minutes
}

/** The warning, from ten minutes before. Who comes back from the other window finds it gone. */
export function SessionEndWarning() {
  const minutes = useMinutesLeft()
  const isWarned = minutes !== undefined && !hasSessionExpiredSignal.value
  useEffect(() => {
    if (!isWarned) return
    const takeUp = () => void takeUpSession()
    addEventListener('focus', takeUp)
    return () => removeEventListener('focus', takeUp)
  }, [isWarned])
  const { root, desk, protocol } = deskSettings
  return (
    <div role="status">
      {isWarned && (
        <p class="session-end">
          {t('session-end', { count: minutes })}{' '}
          <a
            href={`${root}/signin/${protocol}?return=${encodeURIComponent(desk)}`}
            target="_blank"
            rel="noopener"
          >
            {t('session-end.again')}
          </a>
        </p>
      )}
    </div>
  )
}

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
