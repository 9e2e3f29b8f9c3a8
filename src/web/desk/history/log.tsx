/** The log of all changes; editors see those of what they may edit. */
import { useState } from 'preact/hooks'
import type { QueryFields } from '../api/api.ts'
import { currentUser } from '../api/session.ts'
import { undoWrites } from '../bulk/undo.ts'
import { daysLater } from '../calendar/days.ts'
import { loadNextEventBySeries } from '../overview/next-dates.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { epochMillisecondsNow, utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import {
  type ChangedKind,
  changeText,
  type LoggedChange,
  loadChangesPageAtPath,
  singularKindWordKeys,
} from './changes.ts'
import { FoldedChangeLines } from './folded-runs.tsx'
import { changedThingText, isToldByItsText } from './group-and-account-acts.ts'
import { LogFilters, type LogFilterValues, logFiltersQuery, noLogFilters } from './log-filters.tsx'
import { UndoOwnChangesOfDayButton } from './own-day.tsx'
import { browserDay, isUndoable, UndoFoldedChangesButton } from './undoing.tsx'
import { ChangedValues } from './values.tsx'

const PER_PAGE = 50

const withEditor: readonly ChangedKind[] = ['event', 'venue', 'organizer']

type NextDates = Awaited<ReturnType<typeof loadNextEventBySeries>>

/** Loads a page of the log, and the next dates of its series. */
async function loadLog(query: QueryFields) {
  const page = await loadChangesPageAtPath('/audit', query)
  const series = page.changes.flatMap(({ resource, item_id }) => (resource === 'series' ? [item_id] : []))
  return { ...page, next: await loadNextEventBySeries(series, { status: 'any' }) }
}

/** The address of the editor of a changed item, of a series that of its next date; undefined if there is none. */
function addressOf({ resource, item_id, verb }: LoggedChange, next: NextDates): string | undefined {
  if (verb === 'delete') return undefined
  if (withEditor.includes(resource)) return `/${resource}s/${item_id}`
  const date = resource === 'series' ? next.get(item_id) : undefined
  return date && `/events/${date.id}`
}

/** Returns what shows the changed item, as a link if it has an editor and still exists. */
const aboutWith = (next: NextDates) => (change: LoggedChange) => {
  const title = changedThingText(change)
  const address = addressOf(change, next)
  return (
    <span class="about">
      <small>{t(singularKindWordKeys[change.resource])}</small>{' '}
      {address === undefined ? title : <Link to={address}>{title}</Link>}
    </span>
  )
}

/** The changed item and its kind, where there is no place for a link. */
const titleWithKind = (change: LoggedChange) => (
  <>
    <small>{t(singularKindWordKeys[change.resource])}</small> {changedThingText(change)}
  </>
)

/** Said beside the item, unless its title tells the act already. */
const detailOf = (change: LoggedChange) => (isToldByItsText(change) ? '' : changeText(change))

/** The collections whose items have a history. */
const collections: Partial<Record<ChangedKind, string>> = {
  event: 'events',
  series: 'series',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  media: 'media',
}

interface FoldedProps {
  readonly change: LoggedChange
  readonly collection: string
}

/** The values of a change, from the history of its item. */
function LoadedValues({ change, collection }: FoldedProps) {
  const path = `/${collection}/${change.item_id}/history`
  const loaded = useLoaded(() => loadChangesPageAtPath(path, { per_page: 100 }), [path])
  return (
    <LoadedContent of={loaded}>
      {({ changes }) => <ChangedValues change={changes.find(({ id }) => id === change.id) ?? change} />}
    </LoadedContent>
  )
}

/** The values before and after a change, loaded when they are unfolded. */
function FoldedValues({ change, collection }: FoldedProps) {
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

interface ChangeActsProps {
  readonly change: LoggedChange
  /** All changes that are shown. */
  readonly changes: readonly LoggedChange[]
  readonly reload: () => void
}

/** The values, and the way back: of several changes by one act beside the first of them, since they are undone together. */
function ChangeActs({ change, changes, reload }: ChangeActsProps) {
  const [first, second] = changes.filter(({ revision }) => revision === change.revision)
  const named = { title: changedThingText(change), at: utcAsBrowserTimeText(change.at_utc) }
  const whole = second === undefined ? undefined : t('log.undo.whole')
  const label =
    whole === undefined
      ? t('log.undo', named)
      : t('labelled', { label: whole, text: `${named.title}, ${named.at}` })
  return (
    <>
      <Values {...change} />
      {isUndoable(change) && change === first && (
        <button type="button" aria-label={label} onClick={() => void undoWrites([change], reload)}>
          {whole ?? t('undo')}
        </button>
      )}
    </>
  )
}

/** The query for the reader's own changes from yesterday on: the day of the service may be another one. */
const ownQuery = () => ({
  user: currentUser()?.id ?? 0,
  since: daysLater(browserDay(epochMillisecondsNow()), -1),
})

/** The log, with filters, values before and after, and a way back for what the reader did today. */
export function ChangeLog() {
  const [values, setValues] = useState(noLogFilters)
  const [page, setPage] = useState(1)
  const query = { ...logFiltersQuery(values), page, per_page: PER_PAGE }
  const loaded = useLoaded(() => loadLog(query), [JSON.stringify(query)])
  const set = (changed: Partial<LogFilterValues>) => {
    setPage(1)
    setValues({ ...values, ...changed })
  }
  return (
    <>
      <ViewHeading text={t('log')}>
        <UndoOwnChangesOfDayButton query={ownQuery()} isUndoable={isUndoable} reload={loaded.reload} />
      </ViewHeading>
      <LogFilters values={values} set={set} />
      <LoadedContent of={loaded}>
        {({ changes, total, pages, next }) => (
          <>
            <FoldedChangeLines
              changes={changes}
              title={titleWithKind}
              about={aboutWith(next)}
              detail={detailOf}
              acts={(run) => <UndoFoldedChangesButton run={run} changes={changes} reload={loaded.reload} />}
              more={(change) => <ChangeActs change={change} changes={changes} reload={loaded.reload} />}
            />
            <Pager page={page} pages={pages} total={total} onPage={setPage} />
          </>
        )}
      </LoadedContent>
    </>
  )
}
