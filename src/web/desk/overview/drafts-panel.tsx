/** Drafts of changes to what is published: without the panel, nobody would find them again; those that were sent wait for a reviewer. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { currentUser } from '../api/session.ts'
import { mayReviewSome } from '../groups/may.ts'
import { Link } from '../parts/link.tsx'
import { utcAsBrowserTimeText } from '../time/zones.ts'
import { t } from '../words/index.ts'

const MOST = 6

export type ListedDraft = components['schemas']['ListedDraft']

/** Loads the drafts of the events that the user may change, the newest first. */
export const loadChangesDrafts = async (): Promise<readonly ListedDraft[]> =>
  (await callApi<{ drafts: readonly ListedDraft[] }>('GET', '/drafts')).body.drafts

/** Whether a draft waits for a decision of the user. */
export const isDraftToReviewBySignedInUser = ({ sent_utc, author }: ListedDraft): boolean =>
  sent_utc !== '' && mayReviewSome() && author !== currentUser()?.id

interface DraftsProps {
  readonly drafts: readonly ListedDraft[]
}

/** The entries of drafts that wait for a decision, which lead to their review. */
export function ProposedChangesEntries({ drafts }: DraftsProps) {
  return drafts.slice(0, MOST).map(({ event, title, author_name, sent_utc }) => (
    <li key={`draft ${event}`}>
      <Link to="/review">{title}</Link>
      <p class="detail">
        {[t('changes-draft.proposed'), author_name, utcAsBrowserTimeText(sent_utc)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  ))
}

/** The panel of drafts; nothing where there are none. */
export function ChangesDraftsPanel({ drafts }: DraftsProps) {
  if (drafts.length === 0) return null
  return (
    <section class="panel" aria-labelledby="panel-changes-drafts">
      <h2 id="panel-changes-drafts">{t('changes-drafts')}</h2>
      <ol>
        {drafts.slice(0, MOST).map(({ event, title, author_name, modified_utc, sent_utc }) => (
          <li key={event}>
            <Link to={`/events/${event}`}>{title}</Link>
            <p class="detail">
              {[author_name, utcAsBrowserTimeText(modified_utc), sent_utc && t('status.pending')]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
