/** The account of the signed-in user, with tokens and secret feeds. */
import { currentUser } from '../api/session.ts'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'
import { loadUser, mayHavePassword } from './accounts.ts'
import { OwnData } from './personal-data.tsx'
import { OwnPassword, UserProfileForm } from './profile.tsx'
import { SecretFeeds } from './secret-feeds.tsx'
import { SecondFactor, Sessions } from './security.tsx'
import { Tokens } from './tokens.tsx'

/** The account view. */
export function OwnAccountView() {
  const user = currentUser()
  const own = useLoaded(() => loadUser(user?.id ?? 0), [user?.id])
  return (
    <>
      <ViewHeading text={t('account')} />
      {user && (
        <div class="account">
          <LoadedContent of={own}>
            {(user) => (
              <>
                <UserProfileForm user={user} changed={own.reload} />
                {mayHavePassword(user) && <OwnPassword user={user} />}
                {(mayHavePassword(user) || user.second_factor) && <SecondFactor user={user} />}
              </>
            )}
          </LoadedContent>
          <Sessions user={user} />
          <Tokens user={user} />
          <SecretFeeds user={user} />
          <OwnData user={user} />
        </div>
      )}
    </>
  )
}
