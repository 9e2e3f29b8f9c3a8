/** The users: added, and edited in a dialog. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import { Form } from '../kept/form.tsx'
import { type ListedPage, type ListPart, ListView, pageOfWhole, useList } from '../lists/list.tsx'
import { ErrorText, TextField } from '../parts/field.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { epochMillisecondsNow, utcAsBrowserTimeText, wallEpoch } from '../time/wall.ts'
import { t } from '../words/index.ts'
import {
  isSignedInByOrganisation,
  listUsers,
  mayHavePassword,
  nameWithLogin,
  type User,
} from './accounts.tsx'
import { Invitation, ManageUserDialog, NewUser, roleOptions } from './user.tsx'

// The rules by which people of the organisation get roles: those of the configuration are shown, the others are kept here.

type Rules = components['schemas']['SignInRules']

const loadRules = async () => (await callApi<Rules>('GET', '/sign-in')).body

function RulesForm({ loaded, saved }: { readonly loaded: Rules; readonly saved: (rules: Rules) => void }) {
  const [rules, setRules] = useState(loaded.rules)
  const { fault, submit } = useSubmitting(async () => {
    const { body } = await callApi<Rules>('PATCH', '/sign-in', { body: { rules } })
    setRules(body.rules)
    saved(body)
    notify(t('sign-in.rules.saved'))
  })
  return (
    <Form kept={null} onSubmit={submit} noValidate>
      <ErrorText>{fault?.message}</ErrorText>
      {loaded.fixed_rules.length > 0 && (
        <>
          <p class="hint">{t('sign-in.rules.fixed')}</p>
          <ul class="hint">
            {loaded.fixed_rules.map((rule) => (
              <li key={rule}>
                <code>{rule}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <TextField
        name="rules"
        label={t('sign-in.rules.own')}
        hint={t('sign-in.rules.hint')}
        rows={5}
        value={rules}
        fault={fault?.fields.rules}
        onInput={setRules}
      />
      <div class="actions">
        <button type="submit" class="main" disabled={rules === loaded.rules}>
          {t('save')}
        </button>
      </div>
    </Form>
  )
}

/** The rules, folded below the list of users. */
function SignInRules() {
  const loaded = useLoaded(loadRules, [])
  return (
    <FoldedSection title={t('sign-in.rules')} line="">
      <LoadedContent of={loaded}>{(rules) => <RulesForm loaded={rules} saved={loaded.set} />}</LoadedContent>
    </FoldedSection>
  )
}

const roleText = (role: string) => roleOptions.find(([one]) => one === role)?.[1] ?? role

/** Whether the invitation of a user is over, unused. */
const isInvitationExpired = ({ invited_until_utc: until }: User): boolean =>
  until !== '' && (wallEpoch(until) ?? 0) <= epochMillisecondsNow()

/** Says how far a user without a password is: not invited, invited, or too long ago. */
function invitationText(user: User): string {
  if (user.invited_until_utc === '') return t('user.no-password')
  const at = utcAsBrowserTimeText(user.invited_until_utc)
  return t(isInvitationExpired(user) ? 'user.invitation-expired' : 'user.invited-until', { at })
}

interface LineProps {
  readonly user: User
  readonly open: (id: number) => void
  readonly changed: () => void
}

function UserLine({ user, open, changed }: LineProps) {
  const { id, role, display_name, email, has_password, reset_asked_utc, suspended } = user
  const isWaiting = mayHavePassword(user) && !has_password
  const { last_seen_utc: seen } = user
  const notes = [
    suspended ? t('user.is-suspended') : '',
    isSignedInByOrganisation(user) ? t('user.single-sign-on') : '',
    isWaiting ? invitationText(user) : '',
    reset_asked_utc === '' ? '' : t('user.reset.asked', { name: display_name }),
  ].filter(Boolean)
  return (
    <>
      <span class="name">{nameWithLogin(user)}</span>
      <span class="detail">{roleText(role)}</span>
      <span class="detail">{email}</span>
      <span class="detail">
        {seen === '' ? t('user.unseen') : t('user.seen', { at: utcAsBrowserTimeText(seen) })}
        {notes.length > 0 && <strong class="notes">{notes.join(' · ')}</strong>}
      </span>
      <button type="button" aria-label={t('edit-named', { name: display_name })} onClick={() => open(id)}>
        {t('edit')}
      </button>
      {isWaiting && user.invited_until_utc !== '' && <Invitation user={user} changed={changed} />}
    </>
  )
}

interface UserPage extends ListedPage<User> {
  readonly all: readonly User[]
}

async function listedUsers(part: ListPart): Promise<UserPage> {
  const all = await listUsers()
  const textOf = (user: User) => [nameWithLogin(user), user.email, roleText(user.role)].join(' ')
  return { all, ...pageOfWhole(all, part, textOf) }
}

/** The list of users, with dialogs to add and edit one. */
export function Users() {
  const list = useList<User, UserPage>(listedUsers)
  const { value, reload } = list.loaded
  const [isAdding, setAdding] = useState(false)
  const [opened, open] = useState(Number(list.part.user) || undefined)
  const user = value?.all.find(({ id }) => id === opened)
  const close = (isAdded: boolean) => {
    setAdding(false)
    if (isAdded) reload()
  }
  return (
    <>
      <ListView
        title="users"
        list={list}
        class="users"
        none="users.none"
        add={
          <button type="button" class="main" onClick={() => setAdding(true)}>
            {t('user.new')}
          </button>
        }
      >
        {(one) => <UserLine user={one} open={open} changed={reload} />}
      </ListView>
      {isAdding && <NewUser isFirst={value?.all.length === 0} close={close} />}
      {user && value && (
        <ManageUserDialog user={user} others={value.all} changed={reload} close={() => open(undefined)} />
      )}
      {deskSettings.organisation !== undefined && <SignInRules />}
    </>
  )
}
