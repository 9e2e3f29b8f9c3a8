import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type GroupRole, groupRoles } from '../../../contract/operations/account-names.ts'
import { groupFields } from '../../../contract/resources/fields/other-fields.ts'
import { pick } from '../../../contract/table-of.ts'
import { type ApiResponse, callApi, currentUser, hasRoleAtLeast, loadList, memberships } from '../api/api.ts'
import type { Assignee, Group } from '../api/types.ts'
import { Fields, type FormRow, imageRow, shownText } from '../edited/fields.tsx'
import { EditedForm, RowsForm } from '../edited/form.tsx'
import { type EditedResource, imageOf, useSentForm } from '../edited/use-edited-item.ts'
import { suggestionOfAssignee } from '../events/assignees.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../events/list/listed.ts'
import { History } from '../history/history.tsx'
import { ItemPage, LoadedItemPage, languageRows, useItemPage } from '../items/item-page.tsx'
import { type ListPart, ListView, pageOfWhole, useList } from '../lists/list.tsx'
import { Initials, Thumb } from '../lists/thumb.tsx'
import { ImageField } from '../media/image-field.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { ask, askConfirmation, Dialog } from '../parts/dialog.tsx'
import { Options, SelectField } from '../parts/field.tsx'
import { Link, OuterLink } from '../parts/link.tsx'
import { Entry, Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { navigateTo, setLeaveGuard } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { Combobox } from '../suggesting/combobox.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { TranslationMarks, translationMarksQueryArgs } from '../translating/translation.tsx'
import { listText, t } from '../words/index.ts'
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

const byRole = (one: Member, other: Member) => groupRoles.indexOf(other.role) - groupRoles.indexOf(one.role)

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
  const { display_name, login, role } = member
  return (
    <Entry
      picture={<Initials name={display_name || login} />}
      name={<span class="name">{display_name || login}</span>}
      detail={display_name === login ? '' : login}
      facts={acts === undefined && <span title={t(`group-role.${role}.hint`)}>{groupRoleText(role)}</span>}
    >
      {acts && (
        <>
          <select
            aria-label={t('member.role', { name: display_name })}
            value={role}
            onChange={(event) => void acts.change(member, event.currentTarget.value)}
          >
            <Options value={role} options={roleOptions} />
          </select>
          <IconButton
            icon="x"
            label={t('remove-named', { name: display_name })}
            title={t('remove')}
            onClick={() => void acts.remove(member)}
          />
        </>
      )}
    </Entry>
  )
}

async function suggestCandidates(group: number, text: string): Promise<readonly Suggestion[]> {
  if (text.trim() === '') return []
  const { body } = await loadList<Assignee>(`/groups/${group}/candidates`, { search: text })
  return body.map(suggestionOfAssignee)
}

const memberRows: readonly FormRow[] = [
  { name: 'login', label: 'member.person' },
  { name: 'role', label: 'role' },
]

/** What was typed, the login that was chosen for it, if any, and the role. */
interface NewMemberValues {
  readonly login: string
  readonly chosen?: string | undefined
  readonly role: GroupRole
}

function NewMember({ group: { id }, reload }: { readonly group: OfGroup; readonly reload: () => void }) {
  const first: NewMemberValues = { login: '', role: 'author' }
  const state = useSentForm(`groups/${id}/members`, first, async ({ login, chosen, role }) => {
    const [only, ...others] = chosen === undefined ? await suggestCandidates(id, login) : []
    const named = chosen ?? (only !== undefined && others.length === 0 ? only.value : login.trim())
    const path = `/groups/${id}/members/${encodeURIComponent(named)}`
    return (await callApi<Member>('PUT', path, { body: { role } })).body
  })
  const { values, faults, set } = state
  const { login, role } = values
  const isUnknown = state.fault?.code === 'user-not-found'
  const unknown = isUnknown ? t('member.unknown', { login: login.trim() }) : undefined
  const saved = ({ display_name: name }: Member) => {
    notify(t('member.added', { name }))
    reload()
  }
  return (
    <EditedForm
      state={{ ...state, ...(isUnknown && { fault: undefined }) }}
      rows={memberRows}
      saved={saved}
      class="row new-member"
    >
      <Combobox
        name="member_login"
        label={t('member.person')}
        hint={t('member.person.hint')}
        text={login}
        fault={unknown}
        suggest={(text) => suggestCandidates(id, text)}
        onText={(text) => set({ login: text, chosen: undefined })}
        onPick={({ value, label }) => set({ login: label, chosen: value })}
      />
      <SelectField
        name="member_role"
        label={t('role')}
        hint={t(`group-role.${role}.hint`)}
        value={role}
        options={roleOptions}
        fault={faults.role}
        onChange={(next) => set({ role: next })}
      />
      <Button type="submit" disabled={login.trim() === ''} label={t('member.add')} />
    </EditedForm>
  )
}

/** The people of a group, those first who may do most. */
function GroupMembers({ group }: { readonly group: OfGroup }) {
  const loaded = useLoaded(
    async () => (await loadList<Member>(`/groups/${group.id}/members`)).body,
    [group.id],
  )
  const acts = mayManageGroup(group.id) ? changesOf(group, loaded.reload) : undefined
  return (
    <section class="part members">
      <h2>{t('members')}</h2>
      <LoadedContent of={loaded}>
        {(all) => (
          <>
            {all.length === 0 && <p class="empty">{t('members.none')}</p>}
            <Lines items={all.toSorted(byRole)} keyOf={({ user }) => user}>
              {(member) => <MemberRow member={member} acts={acts} />}
            </Lines>
          </>
        )}
      </LoadedContent>
      {acts && (
        <FoldedSection title={t('member.add')} line="" isOpen={loaded.value?.length === 0}>
          <NewMember group={group} reload={loaded.reload} />
        </FoldedSection>
      )}
    </section>
  )
}

// Deletes a group. Its events stay: without a group, or in another one.

async function countInAndOutOfMain(group: number) {
  const count = async (in_main: boolean) =>
    (await loadEvents({ ...ALL_DATES_QUERY_FIELDS, group, in_main, status: 'any', per_page: 1 })).total
  const [inMain, outside] = await Promise.all([count(true), count(false)])
  return { inMain, outside }
}

interface RemovalProps {
  readonly group: Pick<Group, 'id' | 'name'>
  readonly close: () => void
}

/** Asks what becomes of the events, and then deletes the group. */
function RemovalDialog({ group: { id, name }, close }: RemovalProps) {
  const others = useOfferedGroups().filter((one) => one.id !== id)
  const { value: counts } = useLoaded(() => countInAndOutOfMain(id), [id])
  const state = useSentForm(`groups/${id}/removal`, { move_to: '0' }, (query) =>
    callApi('DELETE', `/groups/${id}`, { query }),
  )
  const { move_to: chosen } = state.values
  const isIntoMain = chosen === '0' || others.find((one) => String(one.id) === chosen)?.main === 'all'
  const moved = counts && (isIntoMain ? counts.outside : counts.inMain)
  const options = [
    ['0', t('group.none')],
    ...others.map((one) => [String(one.id), one.name] as const),
  ] as const
  const deleted = async () => {
    close()
    await refreshGroups()
    setLeaveGuard(undefined)
    notify(t('deleted', { name }))
    await navigateTo('/groups?group=')
  }
  return (
    <Dialog title={t('term.delete', { name })} onClose={close}>
      <RowsForm
        state={state}
        rows={[{ name: 'move_to', label: 'group.move-to', type: 'choice', options }]}
        saved={deleted}
        intro={<p>{t('group.delete.text')}</p>}
        submit={t('bulk.delete')}
        close={close}
      >
        {moved !== undefined && moved > 0 && (
          <p role="status">{t(isIntoMain ? 'group.delete.enter' : 'group.delete.leave', { count: moved })}</p>
        )}
      </RowsForm>
    </Dialog>
  )
}

const nameAndText: readonly FormRow[] = [
  { name: 'name', label: 'name', isBig: true },
  { name: 'description', label: 'description', type: 'html' },
]

const mainRow: FormRow = {
  name: 'main',
  label: 'main.events',
  hint: 'main.hint',
  type: 'choice',
  options: groupFields.main.choices.map((one) => [one, t(`group.main.${one}`)] as const),
}

/** The fields that belong to those who edit the whole site: the place in the main calendar, and the address. */
const siteRows = (isNew: boolean): readonly FormRow[] => [
  mainRow,
  ...(isNew ? [] : [{ name: 'slug', label: 'slug' } as const]),
]

const colorRow: FormRow = { name: 'color', label: 'color', type: 'color' }

interface EditedGroupProps {
  /** Undefined for a new group. */
  readonly loaded: ApiResponse<Group> | undefined
  readonly reload: (() => void) | undefined
}

function EditedGroup({ loaded, reload: reloadPage }: EditedGroupProps) {
  // An undone change may be one of the name, which menus show.
  const reload =
    reloadPage &&
    (() => {
      void refreshGroups()
      reloadPage()
    })
  const state = useItemPage(groups, loaded, {
    nameOf: ({ name }) => name,
    reload,
    onSaved: () => void refreshGroups(),
  })
  const { item: group, values, set, faults } = state
  const fields = { values, set, faults }
  const image = imageOf(values)
  return (
    <ItemPage
      collection="groups"
      state={state}
      title={group?.name ?? t('group.new')}
      remove={
        group && hasRoleAtLeast('administrator')
          ? () => ask<void>((close) => <RemovalDialog group={group} close={close} />)
          : undefined
      }
      rows={[...nameAndText, ...languageRows(), ...siteRows(false), colorRow, imageRow]}
      wide={<Fields {...fields} rows={[...nameAndText, ...languageRows()]} />}
      narrow={
        <>
          {hasRoleAtLeast('editor') ? (
            <FoldedSection
              title={t('main')}
              line={shownText(values.main, mainRow)}
              hasFault={faults.main !== undefined || faults.slug !== undefined}
            >
              <Fields {...fields} rows={siteRows(group === undefined)} />
            </FoldedSection>
          ) : (
            <p class="hint">{shownText(values.main, mainRow)}</p>
          )}
          <FoldedSection
            title={listText([t('image'), t('color')])}
            line={
              (image !== undefined || values.color !== '') && (
                <Thumb image={image ?? false} icon="image" hue={String(values.color) || undefined} />
              )
            }
            hasFault={faults.image !== undefined || faults.color !== undefined}
          >
            <ImageField image={image} fault={faults.image} onChange={(next) => set({ image: next })} />
            <Fields {...fields} rows={[colorRow]} />
          </FoldedSection>
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
        <OuterLink class="button" href={group.url} label={t('view')} />
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
      none={t('groups.none')}
      add={
        hasRoleAtLeast('administrator') && (
          <Link to="/groups/new" class="button main" label={t('group.new')} />
        )
      }
    >
      {(group) => {
        const { id, name, color, image, main, count } = group
        const role = memberships().find((one) => one.id === id)?.role
        return (
          <Entry
            picture={<Thumb image={image} icon="building-2" hue={color || undefined} />}
            name={<Link to={`/groups/${id}`} class="name" label={name} />}
            marks={<TranslationMarks collection="groups" item={group} />}
            detail={t(`group.main.${main}`)}
            facts={
              <>
                {role !== undefined && <span>{groupRoleText(role)}</span>}
                <Link to={`/events?group=${id}`} class="count" label={t('uses.coming', { count })} />
              </>
            }
          />
        )
      }}
    </ListView>
  )
}
