/** The panel of drafts of changes to what is published: without it, nobody would find them again. */
import { callApi } from '../api/api.ts'
import { Link } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { utcAsBrowserTime } from '../time/zones.ts'
import { t } from '../words/index.ts'

const MOST = 6

interface ListedDraft {
  readonly event: number
  readonly title: string
  readonly author_name: string
  readonly modified_utc: string
}

/** The drafts of the events that the user may change; nothing where there are none. */
export function ChangesDraftsPanel() {
  const load = async () => (await callApi<{ drafts: readonly ListedDraft[] }>('GET', '/drafts')).body.drafts
  const { value: drafts = [] } = useLoaded(load, [])
  if (drafts.length === 0) return null
  return (
    <section class="panel" aria-labelledby="panel-changes-drafts">
      <h2 id="panel-changes-drafts">{t('changes-drafts')}</h2>
      <ol>
        {drafts.slice(0, MOST).map(({ event, title, author_name, modified_utc }) => (
          <li key={event}>
            <Link to={`/events/${event}`}>{title}</Link>
            <p class="detail">{[author_name, utcAsBrowserTime(modified_utc)].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
