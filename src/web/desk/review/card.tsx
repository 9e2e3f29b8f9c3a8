/** Everything of an entry that a decision makes public, on one card. */
import type { EventItem, Organizer, Venue } from '../api/types.ts'
import { choiceText } from '../events/fields/choice-text.ts'
import { StatusMark } from '../events/list/status.tsx'
import { FederatedOriginLine } from '../events/origin.tsx'
import { EventsWarning } from '../events/warnings/warnings.tsx'
import { itemDetail } from '../items/suggested.ts'
import { Link } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { spanText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { listText } from '../words/list-text.ts'
import { KnownItems } from './known.tsx'
import { ProposedChanges } from './proposed.tsx'
import { LabelledRow, PublicDetailRows } from './public-rows.tsx'
import { useClashes } from './queue.tsx'
import { isPast, loadDatesOfSeries, type ReviewedEntry } from './review.ts'

/** Dates of a series that are shown at once; the others unfold. */
const SHOWN_DATES = 8

/** The dates: of a series all that are stored, each with its state. */
function Dates({ event }: { readonly event: EventItem }) {
  const { series } = event
  const { value: dates = [event] } = useLoaded(
    async () => (series === null ? [event] : await loadDatesOfSeries(series.id)),
    [series?.id, event],
  )
  const line = (one: EventItem) => (
    <li key={one.id}>
      <Link to={`/events/${one.id}`}>{spanText(one)}</Link>
      {one.event_status !== 'scheduled' && (
        <small class="tag">{choiceText('event_status', one.event_status)}</small>
      )}
      {one.status !== event.status && <StatusMark status={one.status} />}
    </li>
  )
  if (series === null) return <p class="when">{spanText(event)}</p>
  return (
    <div class="dates">
      <p>{t('scope.dates', { count: dates.length })}</p>
      <ol>{dates.slice(0, SHOWN_DATES).map(line)}</ol>
      {dates.length > SHOWN_DATES && (
        <details>
          <summary>{t('scope.dates.more', { count: dates.length - SHOWN_DATES })}</summary>
          <ol>{dates.slice(SHOWN_DATES).map(line)}</ol>
        </details>
      )}
    </div>
  )
}

const isNew = ({ status }: Pick<Venue, 'status'>) => status !== 'publish'

interface PartProps<T> {
  readonly of: T
  readonly reload: () => void
}

function Place({ of: venue, reload }: PartProps<Venue>) {
  const { geo_lat, geo_lng } = venue
  const isOnMap = typeof geo_lat === 'number' && typeof geo_lng === 'number'
  const map = `https://www.openstreetmap.org/?mlat=${geo_lat}&mlon=${geo_lng}#map=17/${geo_lat}/${geo_lng}`
  return (
    <>
      <p>
        <Link to={`/venues/${venue.id}`}>{venue.venue}</Link>{' '}
        {isNew(venue) && <small class="tag">{t('review.new')}</small>}
      </p>
      <p class="detail">
        {itemDetail(venue)}{' '}
        {isOnMap ? (
          <a href={map} target="_blank" rel="noopener nofollow">
            {t('review.map')}
          </a>
        ) : (
          t('review.no-map')
        )}
      </p>
      {isNew(venue) && <KnownItems collection="venues" item={venue} reload={reload} />}
    </>
  )
}

function Host({ of: organizer, reload }: PartProps<Organizer>) {
  return (
    <>
      <p>
        <Link to={`/organizers/${organizer.id}`}>{organizer.organizer}</Link>{' '}
        {isNew(organizer) && <small class="tag">{t('review.new')}</small>}
      </p>
      <p class="detail">
        {[organizer.website, organizer.email, organizer.phone].filter(Boolean).join(' · ')}
      </p>
      {isNew(organizer) && <KnownItems collection="organizers" item={organizer} reload={reload} />}
    </>
  )
}

/** The picture: of the event, or what was submitted with it. */
function Picture({ entry: { event, submission } }: { readonly entry: ReviewedEntry }) {
  const { image } = event
  const url = image ? image.url : (submission?.image_url ?? '')
  if (url === '') return null
  const alt = (image === false ? '' : image.alt_text) || t('review.image')
  return <img class="shown" src={new URL(url, location.href).pathname} alt={alt} />
}

/** The card of an entry. */
export function ReviewEntryContent({
  entry,
  reload,
}: {
  readonly entry: ReviewedEntry
  readonly reload: () => void
}) {
  const { event, submission } = entry
  const clashes = useClashes(entry)
  const venues = [event.venue].flat().filter((one): one is Venue => 'venue' in one)
  return (
    <section aria-label={t('review.entry')} class="entry-card">
      <Picture entry={entry} />
      <h2>{event.title}</h2>
      {entry.draft && <ProposedChanges draft={entry.draft} />}
      <Dates event={event} />
      {isPast(entry) && <p class="warning">{t('review.past')}</p>}
      <EventsWarning text={t('warning.venue')} events={clashes} />
      <dl class="facts-of-entry">
        {venues.length > 0 && (
          <LabelledRow label={t('venue')}>
            {venues.map((one) => (
              <Place key={one.id} of={one} reload={reload} />
            ))}
          </LabelledRow>
        )}
        {event.organizer.length > 0 && (
          <LabelledRow label={t('organizer')}>
            {event.organizer.map((one) => (
              <Host key={one.id} of={one} reload={reload} />
            ))}
          </LabelledRow>
        )}
        <PublicDetailRows event={event} />
      </dl>
      <FederatedOriginLine of={event} />
      {submission !== undefined && (
        <p class="detail">
          {t('review.by', { name: submission.submitter.name, email: submission.submitter.email })}
        </p>
      )}
      {submission?.is_proven === false && <p class="detail">{t('review.unproven')}</p>}
      {submission !== undefined && submission.unknown_terms.length > 0 && (
        <p class="detail">{t('review.terms', { names: listText(submission.unknown_terms) })}</p>
      )}
      <Link to={`/events/${event.id}`}>{t('edit-named', { name: event.title })}</Link>
    </section>
  )
}
