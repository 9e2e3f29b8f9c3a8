/** The items that an entry resembles, and its changes, beside its card. */
import { ChangeLines } from '../history/change-lines.tsx'
import { changeAuthorText, hasAuthor, loadChangesPageAtPath } from '../history/changes.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { spanText } from '../time/wall.ts'
import { t, wordAt } from '../words/index.ts'
import type { ReviewedEntry } from './review.ts'

/** Items that are similar to the entry. */
export function SimilarItems({ entry: { similar } }: { readonly entry: ReviewedEntry }) {
  return (
    <section aria-label={t('review.similar')}>
      {similar.length > 0 && <h2>{t('review.similar')}</h2>}
      {similar.length === 0 && <p class="detail">{t('review.similar.none')}</p>}
      <ul class="lines">
        {similar.map(({ id, title, status, venue, ...times }) => (
          <li key={id} class="line">
            <Link to={`/events/${id}`}>{title}</Link>
            <span class="detail">
              {spanText({ ...times, all_day: false })} {venue}
            </span>
            <span class={`status ${status}`}>{wordAt(`status.${status}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The author of a contributor's event, and its changes since. */
export function AuthorAndLaterChanges({
  entry: { key, version, event, submission },
}: {
  readonly entry: ReviewedEntry
}) {
  const loaded = useLoaded(
    () => loadChangesPageAtPath(`/events/${event.id}/history`, { per_page: 50 }),
    [key, version],
  )
  return (
    <LoadedContent of={loaded}>
      {({ changes }) => {
        const creation = changes.find(({ verb }) => verb === 'create')
        const later = changes.filter(({ verb }) => verb === 'update')
        return (
          <>
            {submission === undefined && creation !== undefined && hasAuthor(creation) && (
              <p class="detail">{t('review.by', { name: changeAuthorText(creation), email: '' })}</p>
            )}
            {later.length > 0 && (
              <section aria-label={t('review.changes')}>
                <h2>{t('review.changes')}</h2>
                <ChangeLines changes={later} />
              </section>
            )}
          </>
        )
      }}
    </LoadedContent>
  )
}
