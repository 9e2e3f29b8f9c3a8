/** The panel of the latest changes of others and of one's own, with who made them. */

import { changeAuthorText, changeText, type LoggedChange, loadChanges } from '../history/changes.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { utcAsBrowserTime } from '../time/zones.ts'
import { t } from '../words/index.ts'

const PER_PAGE = 50
const MOST = 6

/** Returns the latest change of each write, so that a series of many dates is there once. */
function onePerWrite(changes: readonly LoggedChange[]): readonly LoggedChange[] {
  const seen = new Set<string>()
  return changes.filter(({ revision, title, resource }) => {
    const key = `${revision}:${resource === 'series' ? 'event' : resource}:${title}`
    return !seen.has(key) && seen.add(key)
  })
}

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
                .map((change) => (
                  <li key={change.id}>
                    {change.verb === 'delete' ? (
                      change.title
                    ) : (
                      <Link to={`/events/${change.item_id}`}>{change.title}</Link>
                    )}
                    <p class="detail">
                      {[changeText(change), changeAuthorText(change), utcAsBrowserTime(change.at_utc)].join(
                        ' · ',
                      )}
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
