/** Which group the desk shows: all, one, or what is in none. */
import { memberships } from '../api/session.ts'
import { deskGroupIdSignal, deskQuerySignal, setQuery } from '../route.ts'
import { t } from '../words/index.ts'
import { useOfferedGroups } from './known.ts'
import { groupRoleText } from './role-text.ts'

/** The choice in the head of the desk, for those who have groups to choose from. It stays in the address of each view. */
export function GroupSwitch() {
  const offered = useOfferedGroups()
  if (offered.length === 0) return null
  const options = [
    ['', t('group.any')],
    ...offered.map(({ id, name }) => {
      const role = memberships().find((one) => one.id === id)?.role
      return [String(id), role === undefined ? name : `${name} · ${groupRoleText(role)}`] as const
    }),
    ['0', t('group.without')],
  ] as const
  return (
    <select
      class="group-switch"
      aria-label={t('one.group')}
      value={deskGroupIdSignal.value}
      onChange={(event) => {
        const group = event.currentTarget.value
        setQuery({ ...Object.fromEntries(deskQuerySignal.value), page: '', group })
      }}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value} selected={value === deskGroupIdSignal.value}>
          {label}
        </option>
      ))}
    </select>
  )
}
