import { loadList } from '../api/api.ts'
import type { EventPublicationStatus, Organizer, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import { argNameByVenueOrOrganizerCollection } from '../events/draft.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'
import { whenText } from '../events/list/texts.tsx'
import { Link } from '../parts/link.tsx'
import { Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../suggesting/suggestion.ts'
import { t } from '../words/index.ts'

export type LinkedItem = Venue | Organizer

export const itemStatuses: readonly EventPublicationStatus[] = ['publish', 'draft', 'pending', 'private']

export const itemName = (item: LinkedItem): string => ('venue' in item ? item.venue : item.organizer)

/** A detail that distinguishes it from others with the same name. */
export const itemDetail = (item: LinkedItem): string =>
  ('venue' in item ? [item.address, item.city, item.country] : [item.email, item.website])
    .filter(Boolean)
    .join(', ')

export async function suggestItems(
  collection: VenueOrOrganizerCollection,
  text: string,
): Promise<readonly Suggestion[]> {
  const { body } = await loadList<LinkedItem>(`/${collection}`, {
    search: text,
    per_page: MAX_LOADED_SUGGESTIONS,
    orderby: 'name',
    status: 'any',
  })
  return suggestionsToShow(
    text,
    body.map((item) => ({ value: String(item.id), label: itemName(item), detail: itemDetail(item) })),
  )
}

const MAX_SUGGESTIONS = 10

interface LinkingProps {
  readonly collection: VenueOrOrganizerCollection
  readonly id: number
}

/** Loads the number of events, of every date and status, and the latest of them. */
export function loadLatestLinkingEvents({ collection, id }: LinkingProps) {
  return loadEvents({
    ...ALL_DATES_QUERY_FIELDS,
    [argNameByVenueOrOrganizerCollection[collection]]: id,
    status: 'any',
    per_page: MAX_SUGGESTIONS,
    orderby: 'start_date',
    order: 'desc',
  })
}

/** Loads the number of events, and those to show: the next ones, or the latest where none is to come; each series once. */
async function loadNearestEvents({ collection, id }: LinkingProps) {
  const linking = {
    [argNameByVenueOrOrganizerCollection[collection]]: id,
    status: 'any',
    collapse: 'series',
    per_page: MAX_SUGGESTIONS,
    orderby: 'start_date',
  }
  const [all, next] = await Promise.all([
    loadLatestLinkingEvents({ collection, id }),
    loadEvents({ ...linking, ...NOT_ENDED_QUERY_FIELDS, order: 'asc' }),
  ])
  if (all.total === 0 || next.body.length > 0) return { total: all.total, shown: next.body }
  const latest = await loadEvents({ ...linking, ...ALL_DATES_QUERY_FIELDS, order: 'desc' })
  return { total: all.total, shown: latest.body }
}

export function LinkingEvents(props: LinkingProps) {
  const argName = argNameByVenueOrOrganizerCollection[props.collection]
  const loaded = useLoaded(() => loadNearestEvents(props), [props.id])
  return (
    <section class="part">
      <h2>{t('events')}</h2>
      <LoadedContent of={loaded}>
        {({ shown, total }) => (
          <>
            <p>
              {total === 0 ? (
                t('linking.count', { count: 0 })
              ) : (
                <Link to={`/events?${argName}=${props.id}&when=ever`}>
                  {t('linking.count', { count: total })}
                </Link>
              )}
            </p>
            <Lines items={shown}>
              {(event) => (
                <>
                  <Link to={`/events/${event.id}`} class="name" label={event.title} />
                  <span class="detail">{whenText(event)}</span>
                </>
              )}
            </Lines>
          </>
        )}
      </LoadedContent>
    </section>
  )
}
