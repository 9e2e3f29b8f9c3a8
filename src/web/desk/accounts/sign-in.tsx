/**
 * The part of the desk in which one signs in: as a page, above the view if the session has ended, or by the secret link of an invitation.
 * What it asks for is kept nowhere, so it does without the forms of items, which who has not signed in would wait for.
 */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser, signIn, signOut } from '../api/api.ts'
import { faultOfThrown, RequestFault } from '../api/faults.ts'
import { deskSettings } from '../desk-settings.ts'
import { keep, readKept } from '../kept/keep.ts'
import { Button } from '../parts/button.tsx'
import '../main.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorText, TextField } from '../parts/field.tsx'
import { fieldTypedLast } from '../shell/kept-focus.ts'
import { LanguageLinks } from '../shell/navigation.tsx'
import { Brand } from '../shell/view-heading.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import type { ViewRoute } from '../views/parts.ts'
import { t } from '../words/index.ts'

/** Sends what a form asks for, once at a time. Returns why that was refused, whether anything runs, or the form itself, how else to send it, and the listener of the form. */
function useSending(submit: () => Promise<void>) {
  const [fault, setFault] = useState<RequestFault>()
  const [sent, setSent] = useState<'form' | 'other'>()
  const send = async (act: () => Promise<void>, what: typeof sent = 'other') => {
    if (sent !== undefined) return
    setSent(what)
    await act().then(
      () => setFault(undefined),
      (error: unknown) => setFault(faultOfThrown(error)),
    )
    setSent(undefined)
  }
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void send(submit, 'form')
  }
  return { fault, isSending: sent !== undefined, isSubmitting: sent === 'form', send, onSubmit }
}

/** A refusal that is about no field. */
const Refusal = ({ fault }: { readonly fault: RequestFault | undefined }) => (
  <ErrorText>{fault && Object.keys(fault.fields).length === 0 ? fault.message : undefined}</ErrorText>
)

// Sets a password with the secret link of an invitation or a reset.

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)
const resetPath = `/password-resets/${encodeURIComponent(secret)}`

type SecretLink = components['schemas']['PasswordReset']

/** Says what the link is for: of an invitation who invites, if it is known, to what, and until when, as its e-mail does. */
function Introduction({ login, kind, invited_by: by, expires_utc }: SecretLink) {
  const at = { name: deskSettings.name, login }
  const invitation = by === '' ? t('invitation.for', at) : t('invitation.for.by', { ...at, by })
  return (
    <>
      <p>{kind === 'invitation' ? invitation : t('reset.for', { login })}</p>
      <p class="detail">{t('reset.until', { time: utcAsSiteTimeText(expires_utc) })}</p>
    </>
  )
}

/** Sets the password and signs in with it. Who has a second factor, too, does so at the desk. */
function NewPasswordForm(link: SecretLink) {
  const [password, setPassword] = useState('')
  const { fault, isSending, onSubmit } = useSending(async () => {
    await callApi('POST', resetPath, { body: { password } })
    await signIn(link.login, password, '').catch(() => {})
    location.href = deskSettings.desk
  })
  return (
    <form noValidate class="row sign-in" onSubmit={onSubmit}>
      <Introduction {...link} />
      <Refusal fault={fault} />
      <TextField
        name="password"
        label={t('account.password.new')}
        type="password"
        hint={t('start.password')}
        autocomplete="new-password"
        fault={fault?.fields.password}
        value={password}
        onInput={setPassword}
      />
      <div class="actions">
        <Button type="submit" class="main" disabled={isSending} label={t('user.password.set')} />
      </div>
    </form>
  )
}

function PasswordByLinkPage() {
  const [link, setLink] = useState<SecretLink | RequestFault>()
  useEffect(() => {
    callApi<SecretLink>('GET', resetPath).then(
      ({ body }) => setLink(body),
      (error: unknown) => setLink(faultOfThrown(error)),
    )
  }, [])
  return (
    <main class="gate">
      <p class="mark" aria-hidden="true">
        <Brand />
      </p>
      <h1>{t('user.password.set')}</h1>
      {link instanceof RequestFault ? (
        <div class="failed" role="alert">
          <p>{link.message}</p>
          {link.status === 404 ? (
            // It was used, or is too old: the sign-in leads to another one.
            <a class="button" href={deskSettings.desk}>
              {t('sign-in')}
            </a>
          ) : (
            <Button onClick={() => location.reload()} label={t('again')} />
          )}
        </div>
      ) : (
        link && <NewPasswordForm {...link} />
      )}
      <LanguageLinks />
    </main>
  )
}

// Signs in with a password.

const credentials = [
  { name: 'login', label: 'sign-in.name', autocomplete: 'username' },
  { name: 'password', label: 'password', type: 'password', autocomplete: 'current-password' },
  { name: 'code', label: 'factor.code', autocomplete: 'one-time-code' },
] as const

/** Where this tab keeps the login that was typed, for a reload. */
const KEPT_AS = 'fasti-desk-login'

/** The form, in which the login is filled in if it is known, or was typed before the page was loaded again. */
function PasswordForm({ known }: { readonly known: string }) {
  const first = { login: known || (readKept(KEPT_AS, 'sessionStorage') ?? ''), password: '', code: '' }
  const [values, setValues] = useState(first)
  const [needsCode, setNeedsCode] = useState(false)
  const login = values.login.trim()
  const { fault, isSending, isSubmitting, send, onSubmit } = useSending(async () => {
    await signIn(login, values.password, values.code.trim())
    keep(KEPT_AS, undefined, 'sessionStorage')
  })
  if (fault?.code === 'second_factor_required' && !needsCode) setNeedsCode(true)
  const next = needsCode ? 'code' : values.login === '' ? 'login' : 'password'
  // Whoever is known goes on with what is missing, from the first key.
  useLayoutEffect(() => {
    if (next !== 'login') document.querySelector<HTMLElement>(`.sign-in [name=${next}]`)?.focus()
  }, [needsCode])
  const [asked, setAsked] = useState('')
  const forgot = async () => {
    // Without it, the refusal asks for it there.
    if (login === '') document.querySelector<HTMLElement>('.sign-in [name=login]')?.focus()
    await callApi('POST', '/password-resets', { body: { login } })
    setAsked(t('sign-in.forgot.done'))
  }
  const type = (typed: Partial<typeof first>) => {
    setValues({ ...values, ...typed })
    if (typed.login !== undefined) keep(KEPT_AS, typed.login, 'sessionStorage')
  }
  return (
    <form noValidate class="sign-in" onSubmit={onSubmit}>
      <Refusal fault={fault} />
      {credentials
        .filter(({ name }) => name !== 'code' || needsCode)
        .map(({ name, label, ...field }) => (
          <TextField
            key={name}
            {...field}
            name={name}
            label={t(label)}
            autofocus={name === next}
            fault={fault?.fields[name]}
            value={values[name]}
            onInput={(text) => type({ [name]: text })}
          />
        ))}
      <div class="actions">
        <Button
          type="submit"
          class="main"
          disabled={isSending}
          label={isSubmitting ? t('signing-in') : t('sign-in')}
        />
        <Button class="quiet" onClick={() => void send(forgot)} label={t('sign-in.forgot')} />
      </div>
      <p role="status">{asked}</p>
    </form>
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
      {deskSettings.hasPasswords && <PasswordForm known={login} />}
    </>
  )
}

function SignInPage() {
  return (
    <main class="gate">
      <p class="mark" aria-hidden="true">
        <Brand />
      </p>
      <h1>{t('sign-in')}</h1>
      <SignInForm />
      {deskSettings.hasPasswords && <p class="hint">{t('sign-in.hint')}</p>}
      <LanguageLinks />
    </main>
  )
}

/** Asks the user to sign in again. The view below keeps its changes. */
const SignInAgain = () => (
  <Dialog title={t('expired')} onClose={() => undefined} back={fieldTypedLast}>
    <p>{t('expired.text')}</p>
    <SignInForm login={currentUser()?.login ?? ''} />
    <Button class="quiet" onClick={() => signOut()} label={t('expired.leave')} />
  </Dialog>
)

/** The page of a path is that for signing in, where it is no other. */
export const signInRoutes: readonly ViewRoute[] = [
  [/^\/password$/, () => <PasswordByLinkPage />],
  [/^\/again$/, () => <SignInAgain />],
  [/^/, () => <SignInPage />],
]
