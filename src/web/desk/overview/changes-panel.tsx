/** The panel of the latest changes of others and of one's own, with who made them. */

import { changeAuthorText, changeText, type LoggedChange, loadChanges } from '../history/changes.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { utcAsBrowserTime } from '../time/zones.ts'
import { t } from '../words/index.ts'

const PER_PAGE = 100
const MOST = 6

interface LoggedWrite {
  /** The latest of its changes. */
  readonly change: LoggedChange
  /** The titles of what it changed: a series of many dates has one. */
  readonly titles: Set<string>
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

const whatText = ({ change, titles }: LoggedWrite) =>
  titles.size === 1 ? changeText(change) : t('changed.others', { count: titles.size - 1 })

/** The changes of events, for those who may read the log. */
export function ChangesPanel() {
  const loaded = useLoaded(() => loadChanges('/audit', { resource: 'event', per_page: PER_PAGE }), [])
  return (
    <section class="panel" aria-labelledby="panel-changes">
      <h2 id="panel-changes">{t('changed')}</h2>
      <LoadedContent of={loaded}>
        {({ changes }) => (
          <>
            {changes.length === 0 && <p class="empty">{t('changed.none')}</p>}
            <ol>
              {onePerWrite(changes)
                .slice(0, MOST)
                .map(({ change, titles }) => (
                  <li key={change.id}>
                    {change.verb === 'delete' ? (
                      change.title
                    ) : (
                      <Link to={`/events/${change.item_id}`}>{change.title}</Link>
                    )}
                    <p class="detail">
                      {[
                        whatText({ change, titles }),
                        changeAuthorText(change),
                        utcAsBrowserTime(change.at_utc),
                      ].join(' · ')}
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
