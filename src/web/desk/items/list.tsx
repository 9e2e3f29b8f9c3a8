import { loadList } from '../api/api.ts'
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { argNameByVenueOrOrganizerCollection } from '../events/draft.ts'
import { loadEvents, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'
import { StatusMark, statusText } from '../events/list/texts.tsx'
import { type ListFilter, ListView, orderFilter, queryOfPart, unusedFilter, useList } from '../lists/list.tsx'
import { mergeEntryOfItem, mergingActs } from '../lists/merging.tsx'
import { Thumb } from '../lists/thumb.tsx'
import { Link } from '../parts/link.tsx'
import { Entry, useLoaded } from '../parts/loaded.tsx'
import { TranslationMarks } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import { itemDetail, itemName, itemStatuses, type LinkedItem } from './linked.tsx'

interface ComingProps {
  readonly collection: VenueOrOrganizerCollection
  readonly id: number
}

/** The number of events to come, once it is known. */
function ComingEvents({ collection, id }: ComingProps) {
  const argName = argNameByVenueOrOrganizerCollection[collection]
  const query = { [argName]: id, status: 'any', per_page: 1 }
  const { value } = useLoaded(() => loadEvents({ ...NOT_ENDED_QUERY_FIELDS, ...query }), [collection, id])
  if (value === undefined) return null
  return (
    <Link to={`/events?${argName}=${id}`} class="count" label={t('uses.coming', { count: value.total })} />
  )
}

/** The filter by status, of which all but the trash are shown at first. */
const statusFilter = (): ListFilter => ({
  name: 'status',
  label: 'status',
  options: [['', t('status.any')], ...itemStatuses.map((one) => [one, statusText(one)] as const)],
})

export function VenueOrOrganizerList({ name: collection }: { readonly name: VenueOrOrganizerCollection }) {
  const list = useList<LinkedItem>((part) =>
    loadList(`/${collection}`, queryOfPart({ status: 'any', order: 'name-asc', ...part })),
  )
  return (
    <ListView
      title={collection}
      list={list}
      views={collection}
      filters={[...unusedFilter(), statusFilter(), orderFilter('name-asc', 'date-desc', 'modified-desc')]}
      none={t(collection === 'venues' ? 'venues.none' : 'organizers.none')}
      add={
        <Link
          to={`/${collection}/new`}
          class="button main"
          label={t(collection === 'venues' ? 'venue.new' : 'organizer.new')}
        />
      }
      choosing={mergingActs(collection, mergeEntryOfItem)}
    >
      {(item) => (
        <Entry
          picture={<Thumb image={item.image} icon={collection === 'venues' ? 'map-pin' : 'users'} />}
          name={<Link to={`/${collection}/${item.id}`} class="name" label={itemName(item)} />}
          marks={<TranslationMarks collection={collection} item={item} />}
          detail={itemDetail(item)}
          facts={
            <>
              {item.status !== 'publish' && <StatusMark status={item.status} />}
              <ComingEvents collection={collection} id={item.id} />
            </>
          }
        />
      )}
    </ListView>
  )
}
