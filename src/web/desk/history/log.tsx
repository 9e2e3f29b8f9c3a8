/** The log of all changes, for administrators. */
import { useState } from 'preact/hooks'
import { listUsers } from '../accounts/accounts.ts'
import { SelectField } from '../parts/choice.tsx'
import { TextField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../shell/title.tsx'
import { t } from '../words/index.ts'
import { ChangeLines } from './change-lines.tsx'
import { type ChangedKind, kindWords, type LoggedChange, loadChanges, singularKindWords } from './changes.ts'
import { ChangedValues } from './values.tsx'

const PER_PAGE = 50

const kinds = Object.keys(kindWords) as readonly ChangedKind[]
const withEditor: readonly ChangedKind[] = ['event', 'venue', 'organizer']

/** The changed item, as a link if it has an editor and still exists. */
function About({ resource, item_id, title, verb }: LoggedChange) {
  const isThere = withEditor.includes(resource) && verb !== 'delete'
  return (
    <span class="about">
      <small>{t(singularKindWords[resource])}</small>{' '}
      {isThere ? <Link to={`/${resource}s/${item_id}`}>{title}</Link> : title}
    </span>
  )
}

/** The collections whose items have a history. */
const collections: Partial<Record<ChangedKind, string>> = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
}

/** The values of a change, from the history of its item. */
function LoadedValues({
  change,
  collection,
}: {
  readonly change: LoggedChange
  readonly collection: string
}) {
  const path = `/${collection}/${change.item_id}/history`
  const loaded = useLoaded(() => loadChanges(path, { per_page: 100 }), [path])
  return (
    <LoadedContent of={loaded}>
      {({ changes }) => <ChangedValues change={changes.find(({ id }) => id === change.id) ?? change} />}
    </LoadedContent>
  )
}

/** The values before and after a change, loaded when they are unfolded. */
function FoldedValues({
  change,
  collection,
}: {
  readonly change: LoggedChange
  readonly collection: string
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('log.values')}</summary>
      {isOpen && <LoadedValues change={change} collection={collection} />}
    </details>
  )
}

function Values(change: LoggedChange) {
  const collection = collections[change.resource]
  if (change.verb !== 'update' || collection === undefined) return null
  return <FoldedValues change={change} collection={collection} />
}

interface LogFiltersProps {
  readonly kind: string
  readonly user: string
  readonly chooseKind: (kind: string) => void
  readonly chooseUser: (user: string) => void
  readonly since: string
  readonly chooseSince: (day: string) => void
}

function LogFilters({ kind, user, since, chooseKind, chooseUser, chooseSince }: LogFiltersProps) {
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
          ...(users.value ?? []).map(({ id, display_name }) => [String(id), display_name] as const),
        ]}
        onChange={chooseUser}
      />
      <TextField name="since" type="date" label={t('log.since')} value={since} onInput={chooseSince} />
    </search>
  )
}

/** The log, with filters for the kind of item and the user. */
export function ChangeLog() {
  const [kind, setKind] = useState('')
  const [user, setUser] = useState('')
  const [since, setSince] = useState('')
  const [page, setPage] = useState(1)
  const query = { resource: kind, user, since, page, per_page: PER_PAGE }
  const loaded = useLoaded(() => loadChanges('/audit', query), [kind, user, since, page])
  const choose = (set: (value: string) => void) => (value: string) => {
    setPage(1)
    set(value)
  }
  return (
    <>
      <Title text={t('log')} />
      <LogFilters
        kind={kind}
        user={user}
        since={since}
        chooseKind={choose(setKind)}
        chooseUser={choose(setUser)}
        chooseSince={choose(setSince)}
      />
      <LoadedContent of={loaded}>
        {({ changes, total, pages }) => (
          <>
            <ChangeLines changes={changes} about={About} more={Values} />
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </LoadedContent>
    </>
  )
}
