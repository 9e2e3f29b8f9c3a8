/** The dialog for one user: role, name, e-mail address, password, sessions, tokens and removal. */

import { useState } from 'preact/hooks'
import { roles } from '../../../contract/operations/accounts/account-names.ts'
import { callApi } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { HandOverEventsOfUser, type HandOverProps } from '../groups/hand-over.tsx'
import { SelectField } from '../parts/choice.tsx'
import { askConfirmation, Dialog } from '../parts/dialog.tsx'
import { NewPasswordField } from '../parts/field.tsx'
import { notify, showFault, tellWhenDone } from '../parts/notice.tsx'
import { FormSection } from '../parts/part.tsx'
import { t } from '../words/index.ts'
import { mayHavePassword, nameWithLogin, type User } from './accounts.ts'
import { OrganisationAccount } from './identity.tsx'
import { roleOptions } from './new-user.tsx'
import { PersonalDataButtons } from './personal-data.tsx'
import { type ProfileProps, UserProfileForm } from './profile.tsx'
import { SecretFeeds } from './secret-feeds.tsx'
import { SecretShownOnce } from './shown-once.tsx'
import { Tokens } from './tokens.tsx'

interface ChangeProps {
  readonly user: User
  readonly act: (body: object, said: string) => Promise<void>
}

function NewPassword({ user, act }: ChangeProps) {
  const [password, setPassword] = useState('')
  const name = user.display_name
  const set = async () => {
    await act({ password }, t('user.password.done', { name }))
    setPassword('')
  }
  return (
    <>
      <NewPasswordField label={t('user.password.new', { name })} value={password} onInput={setPassword} />
      <div class="actions">
        <button type="button" disabled={password === ''} onClick={set}>
          {t('user.password.set')}
        </button>
      </div>
    </>
  )
}

/**
 * The button that sends the user an invitation, anew if there was one, or a link to reset the password. Without e-mail, the link is
 * shown.
 */
export function Invitation({ user, changed }: ProfileProps) {
  const { id, display_name: name, invited_until_utc: invited } = user
  const [address, setAddress] = useState('')
  const invite = () =>
    callApi<{ sent: boolean; address: string }>('POST', `/users/${id}/invitation`).then(({ body }) => {
      setAddress(body.address)
      changed()
      if (body.sent) notify(t('user.invited', { name }))
    }, showFault)
  return (
    <>
      <div class="actions">
        <button type="button" onClick={invite}>
          {t(invited === '' ? 'user.invite' : 'user.invite.again', { name })}
        </button>
      </div>
      {address !== '' && <SecretShownOnce text={address} />}
    </>
  )
}

/** The section with the password of another user: a new one, or a link to set one. */
function UserPassword({ user, act, changed }: ChangeProps & ProfileProps) {
  return (
    <FormSection title={t('password')}>
      <NewPassword user={user} act={act} />
      {user.reset_asked_utc !== '' && (
        <p class="hint">{t('user.reset.asked', { name: user.display_name })}</p>
      )}
      <Invitation user={user} changed={changed} />
    </FormSection>
  )
}

/** Suspends the user, or takes that back. */
function Suspension({ user: { display_name: name, suspended }, act }: ChangeProps) {
  const suspend = () =>
    act({ suspended: !suspended }, t(suspended ? 'user.resumed' : 'user.suspended', { name }))
  return (
    <button type="button" onClick={suspend}>
      {t(suspended ? 'user.resume' : 'user.suspend', { name })}
    </button>
  )
}

/** Returns the changes that can be made to a user. Each tells whether it was made. */
function changesOf({ user: { id, display_name: name }, changed, close }: HandOverProps) {
  const done = (asking: Promise<unknown>, said: string) => tellWhenDone(asking, said, changed)
  const act = async (body: object, said: string) => {
    await done(callApi('PATCH', `/users/${id}`, { body }), said)
  }
  const remove = async () => {
    const title = t('user.remove', { name })
    if (!(await askConfirmation({ title, text: t('user.remove.text'), yes: t('remove'), isDangerous: true })))
      return
    if (await done(callApi('DELETE', `/users/${id}`), t('user.removed', { name }))) close()
  }
  const removeFactor = () =>
    done(callApi('DELETE', `/users/${id}/second-factor`), t('factor.removed', { name }))
  const endSessions = () =>
    done(callApi('DELETE', `/users/${id}/sessions`), t('user.sessions.ended', { name }))
  return { act, remove, removeFactor, endSessions }
}

/** The dialog with what administrators may do to a user. */
export function ManageUserDialog(props: HandOverProps) {
  const { user, others, changed, close } = props
  const name = user.display_name
  const role = roles.find((one) => one === user.role) ?? 'subscriber'
  const { act, remove, removeFactor, endSessions } = changesOf(props)
  return (
    <Dialog title={nameWithLogin(user)} onClose={close} class="wide">
      <SelectField
        name="role"
        label={t('role')}
        hint={t(`role.${role}.hint`)}
        value={role}
        options={roleOptions}
        onChange={(next) => act({ role: next }, t('user.role.changed', { name, role: t(`role.${next}`) }))}
      />
      <UserProfileForm user={user} changed={changed} />
      {mayHavePassword(user) && <UserPassword user={user} act={act} changed={changed} />}
      {deskSettings.organisation !== undefined && (
        <OrganisationAccount user={user} others={others} changed={changed} />
      )}
      <HandOverEventsOfUser {...props} />
      {user.second_factor && (
        <button type="button" onClick={removeFactor}>
          {t('factor.remove', { name })}
        </button>
      )}
      <Tokens user={user} />
      <SecretFeeds user={user} />
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
        <Suspension user={user} act={act} />
        <button type="button" onClick={endSessions}>
          {t('user.sessions.end', { name })}
        </button>
        <button type="button" class="danger" onClick={remove}>
          {t('remove-named', { name })}
        </button>
        <PersonalDataButtons user={user} after={changed} close={close} />
      </div>
    </Dialog>
  )
}
