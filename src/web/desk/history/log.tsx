/** The log of all changes, for administrators. */
import { useState } from 'preact/hooks'
import { listUsers } from '../accounts/accounts.ts'
import { SelectField } from '../parts/choice.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { ChangeLines } from './change-lines.tsx'
import { type Change, type ChangedKind, kindWords, loadChanges, singularKindWords } from './changes.ts'

const PER_PAGE = 50

const kinds = Object.keys(kindWords) as readonly ChangedKind[]
const withEditor: readonly ChangedKind[] = ['event', 'venue', 'organizer']

/** The changed item, as a link if it has an editor and still exists. */
function About({ resource, item_id, title, verb }: Change) {
  const isThere = withEditor.includes(resource) && verb !== 'delete'
  return (
    <span class="about">
      <small>{t(singularKindWords[resource])}</small>{' '}
      {isThere ? <Link to={`/${resource}s/${item_id}`}>{title}</Link> : title}
    </span>
  )
}

interface LogFiltersProps {
  readonly kind: string
  readonly user: string
  readonly chooseKind: (kind: string) => void
  readonly chooseUser: (user: string) => void
}

function LogFilters({ kind, user, chooseKind, chooseUser }: LogFiltersProps) {
  const users = useLoaded(listUsers, [])
  return (
    <search class="filters">
      <SelectField
        name="kind"
        label={t('log.kind')}
        value={kind}
        options={[['', t('log.kind.any')], ...kinds.map((one) => [one, t(kindWords[one])] as const)]}
        onChange={chooseKind}
      />
      <SelectField
        name="user"
        label={t('log.user')}
        value={user}
        options={[
          ['', t('log.user.any')],
          ...(users.value ?? []).map(({ id, login }) => [String(id), login] as const),
        ]}
        onChange={chooseUser}
      />
    </search>
  )
}

/** The log, with filters for the kind of item and the user. */
export function ChangeLog() {
  const [kind, setKind] = useState('')
  const [user, setUser] = useState('')
  const [page, setPage] = useState(1)
  const query = { resource: kind, user, page, per_page: PER_PAGE }
  const loaded = useLoaded(() => loadChanges('/audit', query), [kind, user, page])
  const choose = (set: (value: string) => void) => (value: string) => {
    setPage(1)
    set(value)
  }
  return (
    <>
      <Title text={t('log')} />
      <LogFilters kind={kind} user={user} chooseKind={choose(setKind)} chooseUser={choose(setUser)} />
      <LoadedContent of={loaded}>
        {({ changes, total, pages }) => (
          <>
            <ChangeLines changes={changes} about={About} />
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </LoadedContent>
    </>
  )
}
