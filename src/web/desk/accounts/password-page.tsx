/** Sets a password with the secret link of an invitation or a reset. */
import { callApi } from '../api/api.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskSettings } from '../place.ts'
import { t } from '../words/index.ts'
import { PasswordForm } from './password-form.tsx'

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)
const path = `/password-resets/${encodeURIComponent(secret)}`

async function setPassword(password: string): Promise<void> {
  await callApi('POST', path, { body: { password } })
  location.href = deskSettings.desk
}

/** The page behind a secret link. */
export function PasswordPage() {
  const loaded = useLoaded(async () => (await callApi<{ login: string }>('GET', path)).body, [])
  return (
    <main class="gate">
      <p class="mark" aria-hidden="true">
        {deskSettings.name}
      </p>
      <h1>{t('user.password.set')}</h1>
      <LoadedContent of={loaded}>
        {({ login }) => (
          <PasswordForm
            class="sign-in"
            label={t('account.password.new')}
            button={t('user.password.set')}
            intro={<p>{t('reset.for', { login })}</p>}
            send={setPassword}
          />
        )}
      </LoadedContent>
    </main>
  )
}
