/** The part of the desk in which one signs in: as a page, above the view if the session has ended, or by the secret link of an invitation. */

import { useLayoutEffect, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, currentUser, signIn, signOut } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm, RowsForm } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { usePersistentText } from '../kept/text.ts'
import '../main.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { fieldTypedLast } from '../shell/kept-focus.ts'
import { LanguageLinks } from '../shell/navigation.tsx'
import { Brand } from '../shell/view-heading.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import type { ViewRoute } from '../views/parts.ts'
import { t } from '../words/index.ts'

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

const newPasswordRows: readonly FormRow[] = [
  {
    name: 'password',
    label: 'account.password.new',
    type: 'password',
    hint: 'start.password',
    autocomplete: 'new-password',
  },
]

/** Sets the password and signs in with it. Who has a second factor, too, does so at the desk. */
function NewPasswordForm(link: SecretLink) {
  const state = useSentForm(
    'password',
    { password: '' },
    async ({ password }) => {
      await callApi('POST', resetPath, { body: { password } })
      await signIn(link.login, password, '').catch(() => {})
      return link
    },
    { secrets: ['password'] },
  )
  return (
    <RowsForm
      state={state}
      rows={newPasswordRows}
      intro={<Introduction {...link} />}
      submit={t('user.password.set')}
      isMain
      class="sign-in"
      saved={() => {
        location.href = deskSettings.desk
      }}
    />
  )
}

function PasswordByLinkPage() {
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
        <LoadedContent of={loaded}>{(link) => <NewPasswordForm {...link} />}</LoadedContent>
      )}
      <LanguageLinks />
    </main>
  )
}

// Signs in with a password.

const credentialRows: readonly FormRow[] = [
  { name: 'login', label: 'sign-in.name', autocomplete: 'username' },
  { name: 'password', label: 'password', type: 'password', autocomplete: 'current-password' },
]
const codeRow: FormRow = { name: 'code', label: 'factor.code', autocomplete: 'one-time-code' }

/** The form, in which the login is filled in if it is known, or was typed before the page was loaded again. */
function PasswordForm({ known }: { readonly known: string }) {
  const [kept, keep] = usePersistentText('sign-in')
  const state = useSentForm(
    'session',
    { login: known || kept, password: '', code: '' },
    async ({ login, password, code }) => {
      await signIn(login.trim(), password, code.trim())
      keep('')
      return {}
    },
    { secrets: ['login', 'password', 'code'] },
  )
  const { values, faults, fault, isSaving } = state
  const login = values.login.trim()
  const [needsCode, setNeedsCode] = useState(false)
  if (fault?.code === 'second_factor_required' && !needsCode) setNeedsCode(true)
  const next = needsCode ? 'code' : values.login === '' ? 'login' : 'password'
  // Whoever is known goes on with what is missing, from the first key.
  useLayoutEffect(() => {
    if (next !== 'login') document.querySelector<HTMLElement>(`.sign-in [name=${next}]`)?.focus()
  }, [needsCode])
  const [asked, setAsked] = useState('')
  const forgot = () =>
    callApi('POST', '/password-resets', { body: { login } }).then(
      () => setAsked(t('sign-in.forgot.done')),
      (error: unknown) => setAsked(faultMessage(error)),
    )
  const rows = needsCode ? [...credentialRows, codeRow] : credentialRows
  return (
    <EditedForm state={state} rows={rows} saved={() => undefined} class="sign-in">
      <Fields
        rows={rows.map((row) => ({ ...row, isFirst: row.name === next }))}
        values={values}
        faults={faults}
        set={(changed) => {
          state.set(changed)
          if (typeof changed.login === 'string') keep(changed.login)
        }}
      />
      <div class="actions">
        <button type="submit" class="main" disabled={isSaving}>
          {isSaving ? t('signing-in') : t('sign-in')}
        </button>
        <button type="button" class="quiet" disabled={login === ''} onClick={forgot}>
          {t('sign-in.forgot')}
        </button>
      </div>
      <p role="status">{asked}</p>
    </EditedForm>
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
    <button type="button" class="quiet" onClick={() => signOut()}>
      {t('expired.leave')}
    </button>
  </Dialog>
)

/** The page of a path is that for signing in, where it is no other. */
export const signInRoutes: readonly ViewRoute[] = [
  [/^\/password$/, () => <PasswordByLinkPage />],
  [/^\/again$/, () => <SignInAgain />],
  [/^/, () => <SignInPage />],
]
