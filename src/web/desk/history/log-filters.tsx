/** The filters of the log. */
import { useRef } from 'preact/hooks'
import { resourcesWhoseHistoryEditorsMayRead } from '../../../contract/operations/accounts/editors-audit.ts'
import { listUsers } from '../accounts/accounts.ts'
import { hasRoleAtLeast } from '../api/session.ts'
import { daysLater } from '../calendar/days.ts'
import { deskSettings } from '../desk-settings.ts'
import { SelectField } from '../parts/choice.tsx'
import { TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { SearchField } from '../parts/search.tsx'
import { t } from '../words/index.ts'
import {
  type ChangedKind,
  historyLabelKeysByItemKind,
  isMadeByUser,
  loadChangesPageAtPath,
} from './changes.ts'

/** The changes among which the names of people are found. */
const MOST_READ = 100

const isAdministrator = () => hasRoleAtLeast('administrator')
const kinds = Object.keys(historyLabelKeysByItemKind) as readonly ChangedKind[]
/** The filters of the log that shows everything. */
export const noLogFilters = { search: '', kind: '', user: '', since: '', until: '' }
export type LogFilterValues = typeof noLogFilters

interface LogFiltersProps {
  readonly values: LogFilterValues
  readonly set: (changed: Partial<LogFilterValues>) => void
}

/** Returns the query of the log that the filters stand for. */
export const logFiltersQuery = ({ kind, until, ...more }: LogFilterValues) => ({
  ...more,
  resource: kind,
  // The day itself is meant, too.
  until: until === '' ? '' : daysLater(until, 1),
})

type PeopleNames = ReadonlyMap<string, string>

const loadAllNames = async (): Promise<PeopleNames> =>
  new Map((await listUsers()).map(({ id, display_name }) => [String(id), display_name]))

/** Loads who made the latest of the changes that the other filters leave: editors may read these, but may not list users. */
async function loadNamesInLog(values: LogFilterValues): Promise<PeopleNames> {
  const query = { ...logFiltersQuery({ ...values, user: '' }), per_page: MOST_READ }
  const { changes } = await loadChangesPageAtPath('/audit', query)
  return new Map(
    changes.filter(isMadeByUser).map(({ user_id, display_name }) => [String(user_id), display_name]),
  )
}

/** The names of all users; for editors, of those whose changes are in the log, the ones found before among them. */
function usePeopleNames(values: LogFilterValues): PeopleNames {
  const found = useRef<PeopleNames>(new Map())
  const { search, kind, since, until } = values
  const load = async () => {
    found.current = new Map([...found.current, ...(await loadNamesInLog(values))])
    return found.current
  }
  const { value } = useLoaded(isAdministrator() ? loadAllNames : load, [search, kind, since, until])
  return value ?? new Map()
}

/** The choice of who made the changes. */
function UserFilter({ values, set }: LogFiltersProps) {
  const names = usePeopleNames(values)
  return (
    <SelectField
      name="user"
      label={t('log.user')}
      value={values.user}
      options={[
        ['', t('log.user.any')],
        ...[...names].toSorted(([, one], [, other]) => one.localeCompare(other, deskSettings.language)),
      ]}
      onChange={(user) => set({ user })}
    />
  )
}

/** The fields of the filters. */
export function LogFilters({ values, set }: LogFiltersProps) {
  const shown: readonly ChangedKind[] = isAdministrator() ? kinds : resourcesWhoseHistoryEditorsMayRead
  return (
    <search class="filters">
      <SearchField value={values.search} onSearch={(search) => set({ search })} />
      <SelectField
        name="kind"
        label={t('log.kind')}
        value={values.kind}
        options={[
          ['', t('log.kind.any')],
          ...shown.map((one) => [one, t(historyLabelKeysByItemKind[one])] as const),
        ]}
        onChange={(kind) => set({ kind })}
      />
      <UserFilter values={values} set={set} />
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
        label={t('until')}
        value={values.until}
        onInput={(until) => set({ until })}
      />
    </search>
  )
}
