/** The list of groups: to members their own with their role, to those who edit the whole site all. */
import { hasRoleAtLeast, memberships } from '../api/session.ts'
import type { Group } from '../api/types.ts'
import { Link } from '../parts/link.tsx'
import { EmptyView, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { TranslationMarks, translationMarksQueryArgs } from '../translating/marks.tsx'
import { t } from '../words/index.ts'
import { loadAllGroups } from './known.ts'
import { groupRoleText } from './role-text.ts'

function Row({ group }: { readonly group: Group }) {
  const { id, name, color, main, count } = group
  const role = memberships().find((one) => one.id === id)?.role
  return (
    <li class="line">
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
    </li>
  )
}

/** The groups, by name. */
export function GroupList() {
  const loaded = useLoaded(() => loadAllGroups(translationMarksQueryArgs()), [])
  const isShown = ({ id }: Group) => hasRoleAtLeast('editor') || memberships().some((one) => one.id === id)
  const add = hasRoleAtLeast('administrator') && (
    <Link to="/groups/new" class="button main">
      {t('group.new')}
    </Link>
  )
  return (
    <>
      <ViewHeading text={t('groups')}>{loaded.value?.length !== 0 && add}</ViewHeading>
      <LoadedContent of={loaded}>
        {(all) => (
          <>
            {all.length === 0 && <EmptyView text={t('groups.none')}>{add}</EmptyView>}
            <ul class="lines">
              {all.filter(isShown).map((group) => (
                <Row key={group.id} group={group} />
              ))}
            </ul>
          </>
        )}
      </LoadedContent>
    </>
  )
}
