import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi, currentUser } from '../api/api.ts'
import { deskSettings } from '../desk-settings.ts'
import type { FormRow } from '../edited/fields.tsx'
import { RowsForm } from '../edited/form.tsx'
import { type EditedResource, useEditedItem } from '../edited/use-edited-item.ts'
import {
  type ListedPage,
  type ListFilter,
  type ListPart,
  ListView,
  pageOfWhole,
  useList,
} from '../lists/list.tsx'
import { Initials } from '../lists/thumb.tsx'
import { Button } from '../parts/button.tsx'
import { Entry, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { agoText, epochMillisecondsNow, utcAsSiteTimeText, wallEpoch } from '../time/wall.ts'
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

const signIn: EditedResource<Rules> = {
  collection: 'sign-in',
  pathOf: () => '/sign-in',
  valuesOf: (rules) => ({ rules: rules?.rules ?? '' }),
}

const ruleRows: readonly FormRow[] = [
  { name: 'rules', label: 'sign-in.rules.own', hint: 'sign-in.rules.hint', lines: 5 },
]

function RulesForm({ loaded }: { readonly loaded: ApiResponse<Rules> }) {
  const state = useEditedItem(signIn, loaded)
  const { fixed_rules: fixed } = loaded.body
  const intro = fixed.length > 0 && (
    <>
      <p class="hint">{t('sign-in.rules.fixed')}</p>
      <ul class="hint">
        {fixed.map((rule) => (
          <li key={rule}>
            <code>{rule}</code>
          </li>
        ))}
      </ul>
    </>
  )
  const saved = () => notify(t('sign-in.rules.saved'))
  return (
    <RowsForm
      state={state}
      rows={ruleRows}
      saved={saved}
      intro={intro}
      submit={t('save')}
      isDisabled={!state.isChanged}
    />
  )
}

/** The rules, folded below the list of users. */
function SignInRules() {
  const loaded = useLoaded(() => callApi<Rules>('GET', '/sign-in'), [])
  return (
    <FoldedSection title={t('sign-in.rules')} line="">
      <LoadedContent of={loaded}>{(rules) => <RulesForm loaded={rules} />}</LoadedContent>
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
  const at = utcAsSiteTimeText(user.invited_until_utc)
  return t(isInvitationExpired(user) ? 'user.invitation-expired' : 'user.invited-until', { at })
}

const seenText = (seen: string): string =>
  seen === '' ? t('user.unseen') : t('user.seen', { at: agoText(seen) })

interface LineProps {
  readonly user: User
  readonly open: (id: number) => void
  readonly changed: () => void
}

function UserLine({ user, open, changed }: LineProps) {
  const { id, login, role, display_name, email, has_password, reset_asked_utc, suspended } = user
  const isWaiting = mayHavePassword(user) && !has_password
  const isOver = isWaiting && isInvitationExpired(user)
  // The link of a new invitation stays beside the button that made it.
  const [isInvitedHere] = useState(isOver)
  const { last_seen_utc: seen } = user
  const notes = [
    suspended ? t('user.is-suspended') : '',
    isSignedInByOrganisation(user) ? t('user.single-sign-on') : '',
    isWaiting ? invitationText(user) : id === currentUser()?.id ? '' : seenText(seen),
    reset_asked_utc === '' ? '' : t('user.reset.asked', { name: display_name }),
  ].filter(Boolean)
  return (
    <Entry
      picture={<Initials name={display_name || login} />}
      name={
        <Button
          class="name link"
          aria-label={t('edit-named', { name: display_name })}
          onClick={() => open(id)}
          label={display_name || login}
        />
      }
      detail={[display_name === login ? '' : login, email].filter(Boolean).join(' · ')}
      facts={
        <>
          <span>{roleText(role)}</span>
          <span title={seen === '' ? undefined : utcAsSiteTimeText(seen)}>
            <span class={suspended || isOver || reset_asked_utc !== '' ? 'notes' : undefined}>
              {notes.join(' · ')}
            </span>
            {isInvitedHere && <Invitation user={user} changed={changed} />}
          </span>
        </>
      }
    />
  )
}

/** So many people are found by a glance. */
const FEW = 4

interface UserPage extends ListedPage<User> {
  readonly all: readonly User[]
}

async function listedUsers(part: ListPart): Promise<UserPage> {
  const all = await listUsers()
  const textOf = (user: User) => [nameWithLogin(user), user.email, roleText(user.role)].join(' ')
  const page = pageOfWhole(
    all.filter(({ role }) => (part.role ?? role) === role),
    part,
    textOf,
  )
  return { all, ...page, hasSearch: all.length > FEW || part.q !== undefined }
}

/** The choice of a role, where there are many users, or one is chosen. */
const roleFilter = (all: readonly User[], { role }: ListPart): readonly ListFilter[] =>
  all.length > FEW || role !== undefined
    ? [{ name: 'role', label: 'role', options: [['', t('use.any')], ...roleOptions] }]
    : []

export function Users() {
  const list = useList<User, UserPage>(listedUsers)
  const { value, reload } = list.loaded
  const [opened, open] = useState(Number(list.part.user) || undefined)
  const user = value?.all.find(({ id }) => id === opened)
  const [isAdding, setAdding] = useState(false)
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
        filters={roleFilter(value?.all ?? [], list.part)}
        none={t('users.none')}
        add={<Button class="main" onClick={() => setAdding(true)} label={t('user.new')} />}
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
