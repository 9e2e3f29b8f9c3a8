/** Groups: their list, and the page of one with its members and its removal. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type GroupRole, groupRoles } from '../../../contract/operations/account-names.ts'
import { groupFields } from '../../../contract/resources/fields/other-fields.ts'
import { pick } from '../../../contract/table-of.ts'
import { nameWithLogin } from '../accounts/accounts.tsx'
import { type ApiResponse, callApi, currentUser, hasRoleAtLeast, memberships } from '../api/api.ts'
import type { Group } from '../api/types.ts'
import { Fields, type FormRow, imageRow } from '../edited/fields.tsx'
import { type EditedResource, imageOf } from '../edited/use-edited-item.ts'
import { suggestionOfAssignee } from '../events/assignees.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../events/list/listed.ts'
import { History } from '../history/history.tsx'
import { ItemPage, LoadedItemPage, languageRows, useItemPage } from '../items/item-page.tsx'
import { Form } from '../kept/form.tsx'
import { type ListPart, ListView, pageOfWhole, useList } from '../lists/list.tsx'
import { ImageField } from '../media/image-field.tsx'
import { askConfirmation, Dialog, DialogButton, SubmitOrCancel } from '../parts/dialog.tsx'
import { ErrorText, SelectField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { FormSection } from '../parts/sections.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { Combobox } from '../suggesting/combobox.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { useSubmitting } from '../suggesting/unchosen-text.tsx'
import { TranslationMarks, translationMarksQueryArgs } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import { groupRoleText, loadAllGroups, mayManageGroup, refreshGroups, useOfferedGroups } from './groups.ts'

const textNames = ['name', 'slug', 'description', 'color', 'main', 'language'] as const

const blank = { name: '', slug: '', description: '', color: '', main: 'all', language: '' }

const groups: EditedResource<Group> = {
  collection: 'groups',
  valuesOf: (group) => ({
    ...(group === undefined ? blank : pick(group, textNames)),
    image: group?.image || undefined,
  }),
}

// The members of a group. Those who keep them find people to add, change roles and remove.

type Member = components['schemas']['Member']
type OfGroup = Pick<Group, 'id' | 'name'>

const roleOptions = groupRoles.map((role) => [role, groupRoleText(role)] as const)

/** Returns the functions that change a member, and then list all of them again. */
function changesOf({ id, name }: OfGroup, reload: () => void) {
  const done = (asking: Promise<unknown>, said: string) => tellWhenDone(asking, said, reload)
  const path = ({ user }: Member) => `/groups/${id}/members/${user}`
  const change = (member: Member, role: string) =>
    done(
      callApi('PUT', path(member), { body: { role } }),
      t('member.changed', { name: member.display_name, role: groupRoleText(role) }),
    )
  const remove = async (member: Member) => {
    const said = { name: member.display_name, group: name }
    const isOwn = member.user === currentUser()?.id
    const yes = await askConfirmation({
      title: t('member.remove', said),
      text: t(isOwn ? 'member.remove.own' : 'member.remove.text'),
      yes: t('remove'),
      isDangerous: true,
    })
    if (yes) await done(callApi('DELETE', path(member)), t('member.removed', said))
  }
  return { change, remove }
}

interface RowProps {
  readonly member: Member
  readonly acts: ReturnType<typeof changesOf> | undefined
}

function MemberRow({ member, acts }: RowProps) {
  const { display_name, role } = member
  return (
    <>
      <span class="name">{nameWithLogin(member)}</span>
      {acts === undefined ? (
        <span class="detail">{groupRoleText(role)}</span>
      ) : (
        <>
          <select
            aria-label={t('member.role', { name: display_name })}
            value={role}
            onChange={(event) => void acts.change(member, event.currentTarget.value)}
          >
            {roleOptions.map(([one, label]) => (
              <option key={one} value={one} selected={one === role}>
                {label}
              </option>
            ))}
          </select>
          <button
            type="button"
            class="quiet danger"
            aria-label={t('remove-named', { name: display_name })}
            onClick={() => void acts.remove(member)}
          >
            {t('remove')}
          </button>
        </>
      )}
    </>
  )
}

type Candidates = components['schemas']['CandidateList']

/** The people who may become members. An e-mail address finds whose it is, and is not shown. */
async function suggestCandidates(group: number, text: string): Promise<readonly Suggestion[]> {
  if (text.trim() === '') return []
  const { body } = await callApi<Candidates>('GET', `/groups/${group}/candidates`, {
    query: { search: text },
  })
  return body.candidates.map(suggestionOfAssignee)
}

/** The form that adds a member. */
function NewMember({ group: { id }, reload }: { readonly group: OfGroup; readonly reload: () => void }) {
  const [login, setLogin] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [role, setRole] = useState<GroupRole>('author')
  const { fault, submit } = useSubmitting(async () => {
    const [only, ...others] = chosen === undefined ? await suggestCandidates(id, login) : []
    const named = chosen ?? (only !== undefined && others.length === 0 ? only.value : login.trim())
    const path = `/groups/${id}/members/${encodeURIComponent(named)}`
    const { body } = await callApi<Member>('PUT', path, { body: { role } })
    notify(t('member.added', { name: body.display_name }))
    setLogin('')
    setChosen(undefined)
    setRole('author')
    reload()
  })
  const isUnknown = fault?.code === 'user-not-found'
  return (
    <Form kept={`groups/${id}/members`} class="row new-member" onSubmit={submit} noValidate>
      <ErrorText>{fault && !isUnknown ? fault.message : undefined}</ErrorText>
      <Combobox
        name="member_login"
        label={t('member.person')}
        hint={t('member.person.hint')}
        text={login}
        fault={isUnknown ? t('member.unknown', { login: login.trim() }) : undefined}
        suggest={(text) => suggestCandidates(id, text)}
        onText={(text) => {
          setLogin(text)
          setChosen(undefined)
        }}
        onPick={({ value, label }) => {
          setLogin(label)
          setChosen(value)
        }}
      />
      <SelectField
        name="member_role"
        label={t('role')}
        hint={t(`group-role.${role}.hint`)}
        value={role}
        options={roleOptions}
        onChange={setRole}
      />
      <button type="submit" disabled={login.trim() === ''}>
        {t('member.add')}
      </button>
    </Form>
  )
}

/** The list of members, with the form to add one for those who keep it. */
function GroupMembers({ group }: { readonly group: OfGroup }) {
  const loaded = useLoaded(
    async () =>
      (await callApi<{ members: readonly Member[] }>('GET', `/groups/${group.id}/members`)).body.members,
    [group.id],
  )
  const acts = mayManageGroup(group.id) ? changesOf(group, loaded.reload) : undefined
  return (
    <section class="part members">
      <h2>{t('members')}</h2>
      <LoadedContent of={loaded}>
        {(all) => (
          <Lines items={all} none={t('members.none')} lineClass="member" keyOf={({ user }) => user}>
            {(member) => <MemberRow member={member} acts={acts} />}
          </Lines>
        )}
      </LoadedContent>
      {acts && <NewMember group={group} reload={loaded.reload} />}
    </section>
  )
}

// Deletes a group. Its events stay: without a group, or in another one.

interface RemovalProps {
  readonly group: Pick<Group, 'id' | 'name'>
}

/** Loads how many events of a group are in the main calendar, and how many are not. */
async function countInAndOutOfMain(group: number) {
  const count = async (in_main: boolean) =>
    (await loadEvents({ ...ALL_DATES_QUERY_FIELDS, group, in_main, status: 'any', per_page: 1 })).total
  const [inMain, outside] = await Promise.all([count(true), count(false)])
  return { inMain, outside }
}

function RemovalDialog({ group: { id, name }, close }: RemovalProps & { readonly close: () => void }) {
  const [moveTo, setMoveTo] = useState('0')
  const others = useOfferedGroups().filter((one) => one.id !== id)
  const { value: counts } = useLoaded(() => countInAndOutOfMain(id), [id])
  const isIntoMain = moveTo === '0' || others.find((one) => String(one.id) === moveTo)?.main === 'all'
  const moved = counts && (isIntoMain ? counts.outside : counts.inMain)
  const { fault, isBusy, submit } = useSubmitting(async () => {
    await callApi('DELETE', `/groups/${id}`, { query: { move_to: moveTo } })
    await refreshGroups()
    setLeaveGuard(undefined)
    notify(t('deleted', { name }))
    await navigateTo('/groups?group=')
  })
  return (
    <Dialog title={t('term.delete', { name })} onClose={close}>
      <Form kept={null} onSubmit={submit}>
        <ErrorText>{fault?.message}</ErrorText>
        <p>{t('group.delete.text')}</p>
        <SelectField
          name="move_to"
          label={t('group.move-to')}
          value={moveTo}
          options={[['0', t('group.none')], ...others.map((one) => [String(one.id), one.name] as const)]}
          onChange={setMoveTo}
        />
        {moved !== undefined && moved > 0 && (
          <p role="status">{t(isIntoMain ? 'group.delete.enter' : 'group.delete.leave', { count: moved })}</p>
        )}
        <SubmitOrCancel label={t('bulk.delete')} isDisabled={isBusy} cancel={close} />
      </Form>
    </Dialog>
  )
}

/** The button that asks what becomes of the events, and then deletes the group. */
const RemoveGroupButton = ({ group }: RemovalProps) => (
  <DialogButton label={t('delete')} class="danger">
    {(close) => <RemovalDialog group={group} close={close} />}
  </DialogButton>
)

const nameAndText: readonly FormRow[] = [
  { name: 'name', label: 'name', isBig: true },
  { name: 'description', label: 'description', type: 'html' },
]

/** The fields that belong to those who edit the whole site: the place in the main calendar, and the address. */
const siteRows = (isNew: boolean): readonly FormRow[] => [
  {
    name: 'main',
    label: 'main.events',
    hint: 'main.hint',
    type: 'choice',
    options: groupFields.main.choices.map((one) => [one, t(`group.main.${one}`)] as const),
  },
  ...(isNew ? [] : [{ name: 'slug', label: 'slug' } as const]),
]

const colorRow: FormRow = { name: 'color', label: 'color', type: 'color' }

/** The link to the page of a group. */
const GroupLink = ({ group: { url } }: { readonly group: Group }) => (
  <a class="button" href={url} target="_blank" rel="noopener">
    {t('view')}
  </a>
)

interface EditedGroupProps {
  /** Undefined for a new group. */
  readonly loaded: ApiResponse<Group> | undefined
  readonly reload: (() => void) | undefined
}

function EditedGroup({ loaded, reload }: EditedGroupProps) {
  const state = useItemPage(groups, loaded, {
    nameOf: ({ name }) => name,
    onSaved: () => void refreshGroups(),
  })
  const { item: group, values, set, fault } = state
  const fields = { values, set, faults: fault?.fields }
  return (
    <ItemPage
      collection="groups"
      state={state}
      title={group?.name ?? t('group.new')}
      acts={
        group && (
          <>
            <GroupLink group={group} />
            {hasRoleAtLeast('administrator') && <RemoveGroupButton group={group} />}
          </>
        )
      }
      rows={[...nameAndText, ...languageRows(), ...siteRows(false), colorRow, imageRow]}
      wide={<Fields {...fields} rows={[...nameAndText, ...languageRows()]} />}
      narrow={
        <>
          <FormSection title={t('main')}>
            {hasRoleAtLeast('editor') ? (
              <Fields {...fields} rows={siteRows(group === undefined)} />
            ) : (
              <p class="hint">{group && t(`group.main.${group.main}`)}</p>
            )}
          </FormSection>
          <ImageField
            image={imageOf(values)}
            fault={fault?.fields.image}
            onChange={(image) => set({ image })}
          />
          <Fields {...fields} rows={[colorRow]} />
        </>
      }
    >
      {group && <GroupMembers group={group} />}
      {group && <History collection="groups" id={group.id} saved={group} reload={reload} />}
    </ItemPage>
  )
}

/** The page of a group for members who do not keep it: what it is, and who belongs to it. */
function ShownGroup({ group }: { readonly group: Group }) {
  return (
    <>
      <ViewHeading text={group.name}>
        <GroupLink group={group} />
      </ViewHeading>
      <p class="hint">{t(`group.main.${group.main}`)}</p>
      <GroupMembers group={group} />
    </>
  )
}

/** Edits the group with an id, or a new one; shows it to members who do not keep it. */
export function GroupEditor({ id }: { readonly id: number | undefined }) {
  return (
    <LoadedItemPage<Group> collection="groups" id={id}>
      {(loaded, reload) =>
        loaded === undefined || mayManageGroup(loaded.body.id) ? (
          <EditedGroup loaded={loaded} reload={reload} />
        ) : (
          <ShownGroup group={loaded.body} />
        )
      }
    </LoadedItemPage>
  )
}

// The list of groups.

async function listGroups(part: ListPart) {
  const isShown = ({ id }: Group) => hasRoleAtLeast('editor') || memberships().some((one) => one.id === id)
  const all = await loadAllGroups(translationMarksQueryArgs())
  return pageOfWhole(all.filter(isShown), part, ({ name }) => name)
}

/** The groups, by name: to members their own with their role, to those who edit the whole site all. */
export function GroupList() {
  return (
    <ListView
      title="groups"
      list={useList<Group>(listGroups)}
      none="groups.none"
      add={
        hasRoleAtLeast('administrator') && (
          <Link to="/groups/new" class="button main">
            {t('group.new')}
          </Link>
        )
      }
    >
      {(group) => {
        const { id, name, color, main, count } = group
        const role = memberships().find((one) => one.id === id)?.role
        return (
          <>
            <span class="group-name">
              {color !== '' && <i class="hue" aria-hidden="true" style={{ background: color }} />}
              <Link to={`/groups/${id}`} class="name">
                {name}
              </Link>
            </span>
            <TranslationMarks item={group} />
            <span class="detail">
              {[t(`group.main.${main}`), ...(role === undefined ? [] : [groupRoleText(role)])].join(' · ')}
            </span>
            <Link to={`/events?group=${id}`} class="count">
              {t('uses', { count })}
            </Link>
          </>
        )
      }}
    </ListView>
  )
}
