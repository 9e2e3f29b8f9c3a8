/** The members of a group. Those who keep them find people to add, change roles and remove. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type GroupRole, groupRoles } from '../../../contract/operations/accounts/account-names.ts'
import { callApi } from '../api/api.ts'
import { currentUser } from '../api/session.ts'
import type { Group } from '../api/types.ts'
import { suggestionOfAssignee } from '../events/assignees.ts'
import { Form } from '../kept/fields.tsx'
import { SelectField } from '../parts/choice.tsx'
import { askConfirmation } from '../parts/dialog.tsx'
import { ErrorText } from '../parts/error-text.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, tellWhenDone } from '../parts/notice.tsx'
import { useSubmitHandlerAndFault } from '../parts/submitting.ts'
import { Combobox } from '../suggesting/combobox.tsx'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'
import { mayManageGroup } from './may.ts'
import { groupRoleText } from './role-text.ts'

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
  const { display_name, login, role } = member
  return (
    <li class="line member">
      <span class="name">{display_name === login ? login : `${display_name} (${login})`}</span>
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
    </li>
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
  const { fault, submit } = useSubmitHandlerAndFault(async () => {
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
export function GroupMembers({ group }: { readonly group: OfGroup }) {
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
          <>
            {all.length === 0 && <p class="empty">{t('members.none')}</p>}
            <ul class="lines">
              {all.map((member) => (
                <MemberRow key={member.user} member={member} acts={acts} />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
      {acts && <NewMember group={group} reload={loaded.reload} />}
    </section>
  )
}
