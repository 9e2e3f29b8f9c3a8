/** Adding and changing a user. */
import { useState } from 'preact/hooks'
import { roles } from '../../../contract/operations/account-names.ts'
import { namesOf, pick } from '../../../contract/table-of.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { callApi, isLocalMode, loadSession, type Role } from '../api/api.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { type EditedResource, type FormValues, useEditedItem } from '../edited/use-edited-item.ts'
import { useOfferedGroups } from '../groups/groups.ts'
import { Form } from '../kept/form.tsx'
import { askConfirmation, Dialog } from '../parts/dialog.tsx'
import { ErrorText, NewPasswordField, SelectField, TextField } from '../parts/field.tsx'
import { notify, showFault, tellWhenDone } from '../parts/notice.tsx'
import { FormSection } from '../parts/sections.tsx'
import { t } from '../words/index.ts'
import { mayHavePassword, nameWithLogin, SecretShownOnce, type User } from './accounts.tsx'
import { languageOptions, PersonalDataButtons, type ProfileProps, UserProfileForm } from './profile.tsx'
import { SecretFeeds, Tokens } from './tokens.tsx'

// Who a user is at the organisation: linked by hand where no address does it.

interface IdentityProps {
  readonly user: User
  readonly others: readonly User[]
  readonly changed: () => void
}

/** The section with the account of the organisation by which a user signs in: taken over from another account, typed in, or removed. */
function OrganisationAccount({ user, others, changed }: IdentityProps) {
  const { id, display_name: name, subject } = user
  const [typed, setTyped] = useState('')
  const link = async (to: string, said: string) => {
    if (await tellWhenDone(callApi('PATCH', `/users/${id}`, { body: { subject: to } }), said, changed))
      setTyped('')
  }
  const linked = others.filter((one) => one.id !== id && one.subject !== '')
  return (
    <FormSection title={t('identity')}>
      <p class="hint">
        {subject === '' ? t('identity.none', { name }) : t('identity.is', { name, subject })}
      </p>
      {linked.length > 0 && (
        <SelectField
          name="subject_of"
          label={t('identity.of')}
          hint={t('identity.of.hint')}
          value={linked.some((one) => one.subject === typed) ? typed : ''}
          options={[['', ''], ...linked.map((one) => [one.subject, nameWithLogin(one)] as const)]}
          onChange={setTyped}
        />
      )}
      <TextField
        name="subject"
        label={t('identity.subject')}
        hint={t('identity.subject.hint')}
        value={typed}
        onInput={setTyped}
      />
      <div class="actions">
        <button
          type="button"
          disabled={typed.trim() === ''}
          onClick={() => link(typed.trim(), t('identity.linked', { name }))}
        >
          {t('identity.link')}
        </button>
        {subject !== '' && (
          <button type="button" onClick={() => link('', t('identity.unlinked', { name }))}>
            {t('identity.unlink')}
          </button>
        )}
      </div>
    </FormSection>
  )
}

// Hands over what a user is author of: to another user, or its events into a group.

/** A user, and what changes and closes its dialog. */
interface HandOverProps {
  readonly user: User
  /** All users, to whom items can be handed over. */
  readonly others: readonly User[]
  readonly changed: () => void
  /** Closes the dialog, which would cover the button that takes the hand-over back. */
  readonly close: () => void
}

/** The choice of a successor, with a button. Nothing where there is none. */
function HandOverEventsOfUser({ user: { id, display_name }, others, changed, close }: HandOverProps) {
  const [chosen, setChosen] = useState('')
  const groups = useOfferedGroups()
  const hand = () => {
    const [kind = '', to] = chosen.split(' ')
    const body = { [kind]: Number(to) }
    callApi<{ events: number }>('POST', `/users/${id}/transfer`, { body }).then(
      ({ body: { events }, revision }) => {
        notifyWithUndo(t('user.transferred', { count: events }), { revision }, changed)
        changed()
        close()
      },
      showFault,
    )
  }
  const options = [
    ...others.filter((one) => one.id !== id).map((one) => [`to ${one.id}`, one.display_name] as const),
    ...groups.map(
      (one) => [`group ${one.id}`, t('labelled', { label: t('one.group'), text: one.name })] as const,
    ),
  ]
  if (options.length === 0) return null
  return (
    <FormSection title={t('user.transfer.do')}>
      <SelectField
        name="successor"
        label={t('user.transfer', { name: display_name })}
        value={chosen}
        options={[['', ''], ...options]}
        onChange={setChosen}
      />
      <div class="actions">
        <button type="button" disabled={chosen === ''} onClick={hand}>
          {t('user.transfer.do')}
        </button>
      </div>
    </FormSection>
  )
}

// Adding a user.

interface NewUserProps {
  readonly isFirst: boolean
  /** Called when the dialog closes, with whether a user was added. */
  readonly close: (isAdded: boolean) => void
}

/** The labels of the roles. */
export const roleOptions: readonly (readonly [Role, string])[] = roles.map((role) => [
  role,
  t(`role.${role}`),
])

/** The login that a name proposes. */
const loginOfName = (name: string) =>
  foldedText(name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 60)

const blankUser = { display_name: '', login: '', email: '', role: '', language: '' }

/** A new user; a name, an address or a language that is not given is not sent. One who was added stays in view beside the secret link. */
const newUsers: EditedResource<User> = {
  collection: 'users',
  valuesOf: (user) => pick(user ?? blankUser, namesOf(blankUser)),
  argOf: (_, value) => String(value).trim() || undefined,
}

const rowsWith = (role: Role): readonly FormRow[] => [
  { name: 'display_name', label: 'user.name' },
  { name: 'login', label: 'login' },
  { name: 'email', label: 'account.email', type: 'email', hint: 'user.email.hint' },
  { name: 'role', label: 'role', type: 'choice', hint: `role.${role}.hint`, options: roleOptions },
  // Of the invitation, and of later e-mail.
  { name: 'language', label: 'account.language', type: 'choice', options: languageOptions },
]

/** The dialog in which a user is added or invited. */
export function NewUser({ isFirst, close }: NewUserProps) {
  const [password, setPassword] = useState('')
  const [invitation, setInvitation] = useState('')
  const usual = isFirst ? 'administrator' : 'editor'
  const resource = { ...newUsers, bodyOf: (args: object) => ({ ...args, ...(password && { password }) }) }
  const state = useEditedItem(resource, undefined, { role: usual })
  const { values, fault, offer, forget, save } = state
  const set = (changed: FormValues) => {
    const { display_name: name } = changed
    // Until somebody types a login, it follows the name.
    const isProposed = values.login === loginOfName(String(values.display_name))
    const login = typeof name === 'string' && isProposed ? { login: loginOfName(name) } : {}
    state.set({ ...login, ...changed })
  }
  const end = (isAdded: boolean) => {
    forget()
    close(isAdded)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    const wasLocal = isLocalMode()
    const user = await save()
    if (user === undefined) return
    const { sent = false, address = '' } = user.invitation ?? {}
    notify(t(sent ? 'user.invited' : 'user.added', { name: user.display_name }))
    forget()
    // Without e-mail, the administrator passes the link on.
    if (address !== '') return setInvitation(address)
    close(true)
    // Local mode has ended: from now on users must sign in.
    if (wasLocal) await loadSession()
  }
  const role = roles.find((one) => one === values.role) ?? usual
  return (
    <Dialog title={t('user.new')} onClose={() => close(false)}>
      <Form kept={offer} onSubmit={submit}>
        {isFirst && <p>{t('user.first')}</p>}
        <ErrorText>{fault?.message}</ErrorText>
        <Fields rows={rowsWith(role)} values={values} faults={fault?.fields} set={set} />
        <NewPasswordField
          label={t('password')}
          value={password}
          fault={fault?.fields.password}
          onInput={setPassword}
        />
        {invitation !== '' && <SecretShownOnce text={invitation} />}
        <div class="actions">
          <button type="submit" class="main" disabled={invitation !== ''}>
            {t('user.add')}
          </button>
          <button type="button" onClick={() => end(invitation !== '')}>
            {invitation === '' ? t('cancel') : t('close')}
          </button>
        </div>
      </Form>
    </Dialog>
  )
}

// The dialog for one user: role, name, e-mail address, password, sessions, tokens and removal.

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
