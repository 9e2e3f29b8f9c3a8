/** The panel of the latest changes of others and of one's own, with who made them. */

import {
  changeAuthorText,
  changeText,
  hasAuthor,
  isMadeByPublic,
  type LoggedChange,
  loadChangesPageAtPath,
} from '../history/changes.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'
import { loadNextEventBySeries } from './next-dates.ts'

const PER_PAGE = 100
const MOST = 6

interface LoggedWrite {
  /** The latest of its changes. */
  readonly change: LoggedChange
  /** The titles of what it changed: a series of many dates has one. */
  readonly titles: Set<string>
}

/** Returns the latest change of each item, so that one that somebody saved six times does not fill the panel. */
function latestOfEachItem(changes: readonly LoggedChange[]): readonly LoggedChange[] {
  const seen = new Set<string>()
  return changes.filter(({ resource, item_id }) => {
    const item = `${resource} ${item_id}`
    return !seen.has(item) && seen.add(item)
  })
}

/** Returns the writes, so that a series, or what was changed at once, is there once. */
function onePerWrite(changes: readonly LoggedChange[]): readonly LoggedWrite[] {
  const writes = new Map<number, LoggedWrite>()
  for (const change of changes) {
    const write = writes.get(change.revision) ?? { change, titles: new Set() }
    write.titles.add(change.title)
    writes.set(change.revision, write)
  }
  return [...writes.values()]
}

/** What a write did, and who: a sentence, but for what several items share, and for the public, whose name says what it did. */
function writeText({ change, titles }: LoggedWrite): string {
  const who = hasAuthor(change) ? changeAuthorText(change) : t('did.somebody')
  if (titles.size > 1) return `${t('changed.others', { count: titles.size - 1 })} · ${who}`
  return isMadeByPublic(change) ? `${changeText(change)} · ${who}` : `${who} ${changeText(change)}`
}

/** Loads the latest writes of events and of series, which the log has apart, and where each leads: a series to its next date. */
async function loadWrites() {
  const pages = await Promise.all(
    ['event', 'series'].map((resource) => loadChangesPageAtPath('/audit', { resource, per_page: PER_PAGE })),
  )
  const changes = pages.flatMap((page) => page.changes).toSorted((one, other) => other.id - one.id)
  const writes = onePerWrite(latestOfEachItem(changes)).slice(0, MOST)
  const series = writes.flatMap(({ change }) => (change.resource === 'series' ? [change.item_id] : []))
  const next = await loadNextEventBySeries(series, { status: 'any' })
  return writes.map((write) => ({ ...write, event: eventOf(write.change, next) }))
}

/** The id of the event that a change leads to; undefined if there is none any more. */
function eventOf(
  { resource, item_id, verb }: LoggedChange,
  next: Awaited<ReturnType<typeof loadNextEventBySeries>>,
) {
  if (resource === 'series') return next.get(item_id)?.id
  return verb === 'delete' ? undefined : item_id
}

/** The changes of events and series, for those who may read the log. */
export function ChangesPanel() {
  const loaded = useLoaded(loadWrites, [])
  return (
    <section class="panel" aria-labelledby="panel-changes">
      <h2 id="panel-changes">{t('changed')}</h2>
      <LoadedContent of={loaded}>
        {(writes) => (
          <>
            {writes.length === 0 && <p class="empty">{t('changed.none')}</p>}
            <ol>
              {writes.map(({ change, titles, event }) => (
                <li key={change.id}>
                  {event === undefined ? change.title : <Link to={`/events/${event}`}>{change.title}</Link>}
                  <p class="detail">
                    {writeText({ change, titles })} · {utcAsBrowserTimeText(change.at_utc)}
                  </p>
                </li>
              ))}
            </ol>
            <Link to="/log">{t('log')}</Link>
          </>
        )}
      </LoadedContent>
    </section>
  )
}
