/** Sets a password with the secret link of an invitation or a reset. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi, signIn } from '../api/api.ts'
import { faultMessage, RequestFault } from '../api/faults.ts'
import { deskSettings } from '../desk-settings.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Brand } from '../shell/brand.tsx'
import { LanguageLinks } from '../shell/languages.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { NewPasswordForm } from './password-form.tsx'

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)
const path = `/password-resets/${encodeURIComponent(secret)}`

/** Sets the password and signs in with it. Who has a second factor, too, does so at the desk. */
async function setPassword(login: string, password: string): Promise<void> {
  await callApi('POST', path, { body: { password } })
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
  const loaded = useLoaded(async () => (await callApi<SecretLink>('GET', path)).body, [])
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
