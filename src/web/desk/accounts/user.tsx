/** Adding and changing a user. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { roles } from '../../../contract/operations/account-names.ts'
import { namesOf, pick } from '../../../contract/table-of.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { callApi, isLocalMode, loadSession, type Role } from '../api/api.ts'
import { notifyWithUndo } from '../bulk/undo.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FormRow } from '../edited/fields.tsx'
import { RowsForm } from '../edited/form.tsx'
import {
  type EditedResource,
  type FormValues,
  useEditedItem,
  useSentForm,
} from '../edited/use-edited-item.ts'
import { useOfferedGroups } from '../groups/groups.ts'
import { Button } from '../parts/button.tsx'
import { askConfirmation, CloseRow, Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/field.tsx'
import { Entry, Lines } from '../parts/loaded.tsx'
import { notify, showFault, tellWhenDone } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { type Key, t } from '../words/index.ts'
import { mayHavePassword, nameWithLogin, SecretDialog, SecretShownOnce, type User } from './accounts.tsx'
import {
  ErasePersonButton,
  ExportPersonButton,
  languageOptions,
  PasswordForm,
  type ProfileProps,
  UserProfileForm,
} from './profile.tsx'
import { TokensAndFeeds } from './tokens.tsx'

// Who a user is at the organisation: linked by hand where no address does it.

const subjectRows: readonly FormRow[] = [
  { name: 'subject', label: 'identity.subject', hint: 'identity.subject.hint' },
]

interface IdentityProps {
  readonly user: User
  readonly others: readonly User[]
  readonly changed: () => void
}

/** The section with the account of the organisation by which a user signs in: taken over from another account, typed in, or removed. */
function OrganisationAccount({ user, others, changed }: IdentityProps) {
  const { id, display_name: name, subject: linked } = user
  const path = `/users/${id}`
  const state = useSentForm(`users/${id}/subject`, { subject: '' }, async ({ subject }) => {
    return (await callApi<User>('PATCH', path, { body: { subject: subject.trim() } })).body
  })
  const { values, set } = state
  const linkedOthers = others.filter((one) => one.id !== id && one.subject !== '')
  const saved = () => {
    notify(t('identity.linked', { name }))
    changed()
  }
  const unlink = () =>
    tellWhenDone(callApi('PATCH', path, { body: { subject: '' } }), t('identity.unlinked', { name }), changed)
  return (
    <FoldedSection title={t('identity')} line={linked}>
      <p class="hint">
        {linked === '' ? t('identity.none', { name }) : t('identity.is', { name, subject: linked })}
      </p>
      {linkedOthers.length > 0 && (
        <SelectField
          name="subject_of"
          label={t('identity.of')}
          hint={t('identity.of.hint')}
          value={linkedOthers.some((one) => one.subject === values.subject) ? values.subject : ''}
          options={[['', ''], ...linkedOthers.map((one) => [one.subject, nameWithLogin(one)] as const)]}
          onChange={(subject) => set({ subject })}
        />
      )}
      <RowsForm
        state={state}
        rows={subjectRows}
        saved={saved}
        submit={t('identity.link')}
        isDisabled={values.subject.trim() === ''}
      />
      {linked !== '' && <Button onClick={unlink} label={t('identity.unlink')} />}
    </FoldedSection>
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
    ...others
      .filter((one) => one.id !== id && !one.suspended)
      .map((one) => [`to ${one.id}`, one.display_name] as const),
    ...groups.map(
      (one) => [`group ${one.id}`, t('labelled', { label: t('one.group'), text: one.name })] as const,
    ),
  ]
  if (options.length === 0) return null
  return (
    <FoldedSection title={t('user.transfer.do')} line="">
      <SelectField
        name="successor"
        label={t('user.transfer', { name: display_name })}
        value={chosen}
        options={[['', ''], ...options]}
        onChange={setChosen}
      />
      <div class="actions">
        <Button disabled={chosen === ''} onClick={hand} label={t('user.transfer.do')} />
      </div>
    </FoldedSection>
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

const roleOf = ({ role }: { readonly role?: unknown }): Role =>
  roles.find((one) => one === role) ?? 'subscriber'

/** The login that a name proposes. */
const loginOfName = (name: string) =>
  foldedText(name)
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 60)

interface NamedForm {
  readonly values: FormValues
  readonly set: (changed: FormValues) => void
}

/** Returns what sets the values of a form so that the login follows the name, until somebody types one. */
export const withProposedLogin =
  ({ values, set }: NamedForm) =>
  (changed: FormValues) => {
    const { display_name: name } = changed
    const isProposed = values.login === loginOfName(String(values.display_name))
    set({ ...(typeof name === 'string' && isProposed && { login: loginOfName(name) }), ...changed })
  }

const blankUser = { display_name: '', login: '', email: '', role: '', language: '' }

/** A new user; what is not given is not sent. One who was added stays in view beside the secret link. */
const newUsers: EditedResource<User> = {
  collection: 'users',
  valuesOf: (user) => ({ ...pick(user ?? blankUser, namesOf(blankUser)), password: '' }),
  argOf: (name, value) => (name === 'password' ? value : String(value).trim()) || undefined,
  secrets: ['password'],
}

const roleRow = (role: Role): FormRow => ({
  name: 'role',
  label: 'role',
  type: 'choice',
  hint: `role.${role}.hint`,
  options: roleOptions,
})

const rowsWith = (role: Role): readonly FormRow[] => [
  { name: 'display_name', label: 'user.name' },
  { name: 'login', label: 'login' },
  { name: 'email', label: 'account.email', type: 'email', hint: 'user.email.hint' },
  roleRow(role),
  // Of the invitation, and of later e-mail.
  { name: 'language', label: 'account.language', type: 'choice', options: languageOptions },
  {
    name: 'password',
    label: 'password',
    type: 'password',
    hint: 'start.password',
    autocomplete: 'new-password',
  },
]

/** The dialog in which a user is added or invited. */
export function NewUser({ isFirst, close }: NewUserProps) {
  const [invited, setInvited] = useState<User | undefined>(undefined)
  const usual = isFirst ? 'administrator' : 'editor'
  const state = useEditedItem(newUsers, undefined, { role: usual })
  const { values } = state
  const saved = async (user: User) => {
    const wasLocal = isLocalMode()
    const { sent = false, address = '' } = user.invitation ?? {}
    notify(t(sent ? 'user.invited' : 'user.added', { name: user.display_name }))
    // Without e-mail, the administrator passes the link on.
    if (address !== '') return setInvited(user)
    close(true)
    // Local mode has ended: from now on users must sign in.
    if (wasLocal) await loadSession()
  }
  const rows = rowsWith(roles.find((one) => one === values.role) ?? usual)
  if (invited !== undefined)
    return (
      <SecretDialog
        title={nameWithLogin(invited)}
        secret={invited.invitation?.address ?? ''}
        close={() => close(true)}
      >
        <p class="detail">{[t(`role.${roleOf(invited)}`), invited.email].join(' · ')}</p>
      </SecretDialog>
    )
  return (
    <Dialog title={t('user.new')} onClose={() => close(false)}>
      <RowsForm
        state={{ ...state, set: withProposedLogin(state) }}
        rows={rows}
        saved={saved}
        intro={isFirst && <p>{t('user.first')}</p>}
        submit={t('user.add')}
        close={() => close(false)}
      />
    </Dialog>
  )
}

// The dialog for one user: role, name, e-mail address, password, sessions, tokens and removal.

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
        <Button onClick={invite} label={t(invited === '' ? 'user.invite' : 'user.invite.again', { name })} />
      </div>
      {address !== '' && <SecretShownOnce text={address} />}
    </>
  )
}

/** The section with the password of another user: a new one, or a link to set one. */
function UserPassword(props: ProfileProps) {
  const { reset_asked_utc: asked, display_name: name } = props.user
  const told = asked === '' ? '' : t('user.reset.asked', { name })
  return (
    <FoldedSection title={t('password')} line={told}>
      <PasswordForm {...props} />
      {told !== '' && <p class="hint">{told}</p>}
      <Invitation {...props} />
    </FoldedSection>
  )
}

/** What is seldom done to a user, each with a line on what it does; what can’t be taken back is last. */
function RareUserActs({ user, changed, close }: HandOverProps) {
  const { id, display_name: name, suspended } = user
  const path = `/users/${id}`
  const done = (asking: Promise<unknown>, said: string) => tellWhenDone(asking, said, changed)
  const remove = async () => {
    const question = { title: t('user.remove', { name }), text: t('user.remove.text'), yes: t('remove') }
    if (!(await askConfirmation({ ...question, isDangerous: true }))) return
    if (await done(callApi('DELETE', path), t('user.removed', { name }))) close()
  }
  const button = (label: string, run: () => unknown, kind = 'quiet') => (
    <Button class={kind} onClick={() => void run()} label={label} />
  )
  const ending = (part: string, label: string, said: string) =>
    button(label, () => done(callApi('DELETE', `${path}/${part}`), said))
  const suspending = (label: string, said: string) =>
    button(label, () => done(callApi('PATCH', path, { body: { suspended: !suspended } }), said))
  const erased = () => {
    changed()
    close()
  }
  const acts: readonly (readonly [does: Key, act: ComponentChildren])[] = [
    [
      'user.sessions.hint',
      ending('sessions', t('user.sessions.end', { name }), t('user.sessions.ended', { name })),
    ],
    ...(user.second_factor
      ? ([
          [
            'factor.remove.hint',
            ending('second-factor', t('factor.remove', { name }), t('factor.removed', { name })),
          ],
        ] as const)
      : []),
    ['person.export.hint', <ExportPersonButton user={user} />],
    [
      'user.suspend.hint',
      suspended
        ? suspending(t('user.resume', { name }), t('user.resumed', { name }))
        : suspending(t('user.suspend', { name }), t('user.suspended', { name })),
    ],
    ['user.remove.hint', button(t('remove-named', { name }), remove, 'danger')],
    ['person.erase.hint', <ErasePersonButton user={user} after={erased} />],
  ]
  return (
    <FoldedSection title={t('more-acts')} line="">
      <Lines items={acts} class="user-acts" keyOf={([does]) => does}>
        {([does, act]) => <Entry name={act} detail={t(does)} />}
      </Lines>
    </FoldedSection>
  )
}

/** The dialog with what administrators may do to a user. */
export function ManageUserDialog(props: HandOverProps) {
  const { user, others, changed, close } = props
  return (
    <Dialog title={nameWithLogin(user)} onClose={close} class="wide">
      <UserProfileForm user={user} changed={changed} roleRow={(values) => roleRow(roleOf(values))} />
      {mayHavePassword(user) && <UserPassword user={user} changed={changed} />}
      {deskSettings.organisation !== undefined && (
        <OrganisationAccount user={user} others={others} changed={changed} />
      )}
      <HandOverEventsOfUser {...props} />
      <TokensAndFeeds user={user} />
      <RareUserActs {...props} />
      <CloseRow close={close} />
    </Dialog>
  )
}
