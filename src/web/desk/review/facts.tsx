/** The facts about an entry that a reviewer sees: its fields, similar items, and its changes. */
import { ChangeLines } from '../history/change-lines.tsx'
import { changeAuthorText, loadChanges } from '../history/changes.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { plainTextOfHtml } from '../parts/markup.ts'
import { t } from '../words/index.ts'
import type { ReviewedEntry, ReviewQueueEntry } from './review.ts'

const venueOf = ({ event }: ReviewQueueEntry) => [event.venue].flat()[0]

/** The fields of the entry. */
export function EntryFacts({ entry }: { readonly entry: ReviewQueueEntry }) {
  const { event, submission } = entry
  const venue = venueOf(entry)
  return (
    <section aria-label={t('review.entry')}>
      <h2>{event.title}</h2>
      <p>
        {event.start_date} – {event.end_date}
      </p>
      {venue && 'venue' in venue && <p>{venue.venue}</p>}
      <p>{plainTextOfHtml(event.description)}</p>
      {submission !== undefined && submission.image_url !== '' && (
        <img src={new URL(submission.image_url).pathname} alt={t('review.image')} width={240} />
      )}
      {submission !== undefined && (
        <p class="detail">
          {t('review.by', { name: submission.submitter.name, email: submission.submitter.email })}
        </p>
      )}
      {submission?.is_proven === false && <p class="detail">{t('review.unproven')}</p>}
      {submission !== undefined && submission.unknown_terms.length > 0 && (
        <p class="detail">{t('review.terms', { names: submission.unknown_terms.join(', ') })}</p>
      )}
      <Link to={`/events/${event.id}`}>{t('edit-named', { name: event.title })}</Link>
    </section>
  )
}

/** Items that are similar to the entry. */
export function SimilarItems({ entry: { similar } }: { readonly entry: ReviewedEntry }) {
  return (
    <section aria-label={t('review.similar')}>
      <h2>{t('review.similar')}</h2>
      {similar.length === 0 && <p class="empty">{t('review.similar.none')}</p>}
      <ul class="lines">
        {similar.map(({ id, title, start_date, venue }) => (
          <li key={id} class="line">
            <Link to={`/events/${id}`}>{title}</Link>
            <span class="detail">
              {start_date} {venue}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The author of a contributor's event, and its changes since. */
export function ChangesSinceReview({
  entry: { key, version, event, submission },
}: {
  readonly entry: ReviewedEntry
}) {
  const loaded = useLoaded(() => loadChanges(`/events/${event.id}/history`, { per_page: 50 }), [key, version])
  return (
    <LoadedContent of={loaded}>
      {({ changes }) => {
        const creation = changes.find(({ verb }) => verb === 'create')
        const later = changes.filter(({ verb }) => verb === 'update')
        return (
          <>
            {submission === undefined && creation && (
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
