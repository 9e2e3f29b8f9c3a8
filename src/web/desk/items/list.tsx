/** The list of venues, or of organizers. */
import type { VenueOrOrganizerCollection } from '../api/types.ts'
import { argNameByVenueOrOrganizerCollection } from '../events/draft.ts'
import { StatusMark } from '../events/list/columns.tsx'
import { loadEvents, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'
import {
  EntryCheckbox,
  mergeEntryOfItem,
  TickBar,
  type TickedIdsAndSetter,
  UnusedItemsFilterSelect,
  useShownPart,
} from '../lists/ticking.tsx'
import { smallestImageUrl } from '../media/grid.tsx'
import { SearchField } from '../parts/field.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../parts/loaded.tsx'
import { ViewHeading } from '../shell/view-heading.tsx'
import { TranslationMarks } from '../translating/translation.tsx'
import { t } from '../words/index.ts'
import type { LinkedItem } from './editor.tsx'
import { itemDetail, itemName, listItems } from './linked.tsx'

interface RowProps {
  readonly collection: VenueOrOrganizerCollection
  readonly item: LinkedItem
  readonly ticked: TickedIdsAndSetter
}

/** The number of events to come, once it is known. */
function ComingEvents({ collection, id }: Pick<RowProps, 'collection'> & { readonly id: number }) {
  const query = { [argNameByVenueOrOrganizerCollection[collection]]: id, status: 'any', per_page: 1 }
  const { value } = useLoaded(() => loadEvents({ ...NOT_ENDED_QUERY_FIELDS, ...query }), [collection, id])
  if (value === undefined) return null
  const text = t('uses.coming', { count: value.total })
  if (collection === 'organizers') return <span class="count">{text}</span>
  return (
    <Link to={`/events?venue=${id}`} class="count">
      {text}
    </Link>
  )
}

function Row({ collection, item, ticked }: RowProps) {
  return (
    <li class="line">
      <EntryCheckbox entry={mergeEntryOfItem(item)} ticked={ticked} />
      {item.image === false ? (
        <i class="thumb" />
      ) : (
        <img class="thumb" src={smallestImageUrl(item.image)} alt="" loading="lazy" />
      )}
      <Link to={`/${collection}/${item.id}`} class="name">
        {itemName(item)}
      </Link>
      <span class="detail">{itemDetail(item)}</span>
      <TranslationMarks item={item} />
      <ComingEvents collection={collection} id={item.id} />
      {item.status !== 'publish' && <StatusMark status={item.status} />}
    </li>
  )
}

/** The part of the list that is shown, with its items. */
function useShown(collection: VenueOrOrganizerCollection) {
  const shown = useShownPart()
  const { search, page, isUnused } = shown
  const query = { ...shown.query, status: 'any', orderby: 'name' }
  const loaded = useLoaded(() => listItems(collection, query), [collection, search, page, isUnused])
  return { ...shown, loaded }
}

const nothing = (search: string, isUnused: boolean) =>
  t(search !== '' ? 'items.none-found' : isUnused ? 'use.all-used' : 'items.none')

/** The list, ordered by name. */
export function VenueOrOrganizerList({ name: collection }: { readonly name: VenueOrOrganizerCollection }) {
  const { search, page, isUnused, ticked, loaded, show } = useShown(collection)
  return (
    <>
      <ViewHeading text={t(collection)}>
        <Link to={`/${collection}/new`} class="button main">
          {t(collection === 'venues' ? 'venue.new' : 'organizer.new')}
        </Link>
      </ViewHeading>
      <search class="filters">
        <SearchField value={search} onSearch={(text) => show({ search: text })} />
        <UnusedItemsFilterSelect isUnused={isUnused} onChange={(next) => show({ isUnused: next })} />
      </search>
      <LoadedContent of={loaded}>
        {({ body: items, total, pages }) => (
          <>
            {items.length === 0 && <p class="empty">{nothing(search, isUnused)}</p>}
            <TickBar
              collection={collection}
              entries={items.map(mergeEntryOfItem)}
              ticked={ticked}
              reload={loaded.reload}
            />
            <ul class="lines">
              {items.map((item) => (
                <Row key={item.id} collection={collection} item={item} ticked={ticked} />
              ))}
            </ul>
            <Pager page={page} pages={pages} total={total} onPage={(next) => show({ page: next })} />
          </>
        )}
      </LoadedContent>
    </>
  )
}
