/** The users: added, and edited in a dialog. */
import { useState } from 'preact/hooks'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskQuery } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { utcAsBrowserTime } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { isSignedInByOrganisation, listUsers, mayHavePassword, nameWithLogin, type User } from './accounts.ts'
import { NewUser, roleOptions } from './new-user.tsx'
import { UserDialog } from './user-dialog.tsx'

const roleText = (role: string) => roleOptions.find(([one]) => one === role)?.[1] ?? role

function UserLine({ user, open }: { readonly user: User; readonly open: (id: number) => void }) {
  const { id, role, display_name, email, has_password, reset_asked_utc, suspended } = user
  const { last_seen_utc: seen } = user
  const notes = [
    suspended ? t('user.is-suspended') : '',
    isSignedInByOrganisation(user) ? t('user.single-sign-on') : '',
    mayHavePassword(user) && !has_password ? t('user.no-password') : '',
    reset_asked_utc === '' ? '' : t('user.reset.asked', { name: display_name }),
  ].filter(Boolean)
  return (
    <li class="line">
      <span class="name">{nameWithLogin(user)}</span>
      <span class="detail">{roleText(role)}</span>
      <span class="detail">{email}</span>
      <span class="detail">
        {seen === '' ? t('user.unseen') : t('user.seen', { at: utcAsBrowserTime(seen) })}
        {notes.length > 0 && <strong class="notes">{notes.join(' · ')}</strong>}
      </span>
      <button type="button" aria-label={t('edit-named', { name: display_name })} onClick={() => open(id)}>
        {t('edit')}
      </button>
    </li>
  )
}

/** The list of users, with dialogs to add and edit one. */
export function Users() {
  const loaded = useLoaded(listUsers, [])
  const [isAdding, setAdding] = useState(false)
  const [opened, open] = useState(Number(deskQuery.value.get('user')) || undefined)
  const close = (isAdded: boolean) => {
    setAdding(false)
    if (isAdded) loaded.reload()
  }
  return (
    <>
      <ViewHeading text={t('users')}>
        <button type="button" class="main" onClick={() => setAdding(true)}>
          {t('user.new')}
        </button>
      </ViewHeading>
      <LoadedContent of={loaded}>
        {(users) => {
          const user = users.find(({ id }) => id === opened)
          return (
            <>
              {users.length === 0 && <p class="empty">{t('users.none')}</p>}
              <ul class="lines users">
                {users.map((one) => (
                  <UserLine key={one.id} user={one} open={open} />
                ))}
              </ul>
              {isAdding && <NewUser isFirst={users.length === 0} close={close} />}
              {user && (
                <UserDialog
                  user={user}
                  others={users}
                  changed={loaded.reload}
                  close={() => open(undefined)}
                />
              )}
            </>
          )
        }}
      </LoadedContent>
    </>
  )
}
