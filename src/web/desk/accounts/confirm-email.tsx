/** Confirms the user's own new e-mail address, by the link of a message that was sent there. */
import { useState } from 'preact/hooks'
import { callApi } from '../api/api.ts'
import { faultOfThrown } from '../api/faults.ts'
import { currentUser } from '../api/session.ts'
import { ErrorText } from '../parts/error-text.tsx'
import { notify } from '../parts/notice.tsx'
import { navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'

/** The secret is in the fragment, which browsers do not send, so that no server logs it. */
const secret = location.hash.slice(1)

/** The view behind the link. A button confirms, because some mailboxes open links by themselves. */
export function ConfirmEmail() {
  const [fault, setFault] = useState<string | undefined>(undefined)
  const user = currentUser()
  const confirm = async () => {
    try {
      await callApi('POST', `/users/${user?.id}/email-confirmation`, { body: { secret } })
      notify(t('account.email.confirmed'))
      await navigateTo('/account')
    } catch (error) {
      setFault(faultOfThrown(error).message)
    }
  }
  return (
    <>
      <ViewHeading text={t('account.email.confirm')} />
      <p>{t('account.email.confirm.text', { login: user?.login ?? '' })}</p>
      <ErrorText>{fault}</ErrorText>
      <button type="button" class="main" onClick={confirm}>
        {t('account.email.confirm')}
      </button>
    </>
  )
}
