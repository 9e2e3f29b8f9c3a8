/** The filters of the log. */
import { editorsAuditedResources } from '../../../contract/operations/accounts/editors-audit.ts'
import { listUsers } from '../accounts/accounts.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import { SelectField } from '../parts/choice.tsx'
import { TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { SearchField } from '../parts/search.tsx'
import { t } from '../words/index.ts'
import { type ChangedKind, kindWords } from './changes.ts'

const isAdministrator = () => hasRoleAtLeast('administrator')
const kinds = Object.keys(kindWords) as readonly ChangedKind[]
/** The filters of the log that shows everything. */
export const noLogFilters = { search: '', kind: '', user: '', since: '', until: '' }
export type LogFilterValues = typeof noLogFilters

interface LogFiltersProps {
  readonly values: LogFilterValues
  readonly set: (changed: Partial<LogFilterValues>) => void
}

/** The choice of a user, for those who may list them. */
function UserFilter({ values, set }: LogFiltersProps) {
  const users = useLoaded(listUsers, [])
  return (
    <SelectField
      name="user"
      label={t('log.user')}
      value={values.user}
      options={[
        ['', t('log.user.any')],
        ...(users.value ?? []).map(({ id, display_name }) => [String(id), display_name] as const),
      ]}
      onChange={(user) => set({ user })}
    />
  )
}

/** The fields of the filters. */
export function LogFilters({ values, set }: LogFiltersProps) {
  const shown: readonly ChangedKind[] = isAdministrator() ? kinds : editorsAuditedResources
  return (
    <search class="filters">
      <SearchField value={values.search} onSearch={(search) => set({ search })} />
      <SelectField
        name="kind"
        label={t('log.kind')}
        value={values.kind}
        options={[['', t('log.kind.any')], ...shown.map((one) => [one, t(kindWords[one])] as const)]}
        onChange={(kind) => set({ kind })}
      />
      {isAdministrator() && <UserFilter values={values} set={set} />}
      <TextField
        name="since"
        type="date"
        label={t('log.since')}
        value={values.since}
        onInput={(since) => set({ since })}
      />
      <TextField
        name="until"
        type="date"
        label={t('log.until')}
        value={values.until}
        onInput={(until) => set({ until })}
      />
    </search>
  )
}
