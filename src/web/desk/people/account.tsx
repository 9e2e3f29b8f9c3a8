/** What is one's own: the tokens and the secret feeds of whoever is signed in. */
import { currentUser } from '../api/session.ts'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { SecretFeeds } from './secret-feeds.tsx'
import { Tokens } from './tokens.tsx'

/** The view of one's own account. */
export function Account() {
  const user = currentUser()
  return (
    <>
      <Title text={t('account')} />
      {user && (
        <div class="account">
          <Tokens user={user} />
          <SecretFeeds user={user} />
        </div>
      )}
    </>
  )
}
