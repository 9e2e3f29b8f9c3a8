/** The list of events. */
import { useState } from 'preact/hooks'
import { hasRoleAtLeast } from '../../api/session.ts'
import { ExportButtons } from '../../export/export.tsx'
import { Link } from '../../parts/link.tsx'
import { LoadedContent, useLoaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { deskQuery, setQuery } from '../../route.ts'
import { Title } from '../../shell/title.tsx'
import { t } from '../../words/index.ts'
import { BulkBar, BulkProgressBar } from './bulk-bar.tsx'
import { FeedUrls } from './feeds.tsx'
import { EventFilters } from './filters.tsx'
import { filterArgs, filtersInQuery, listOrder, loadEvents, type ViewFilters, viewQuery } from './listed.ts'
import { EventTable } from './table.tsx'

const PER_PAGE = 25

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="empty">
      <p>{t(isFiltered ? 'events.none-found' : 'events.none')}</p>
      <Link to="/events/new" class="button main">
        {t('event.new')}
      </Link>
    </div>
  )
}

/** The list's filters, page and chosen events, and the functions that change them. `after` lists anew after an act. */
function useEventList() {
  const filters = filtersInQuery(deskQuery.value)
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set())
  const page = Number(filters.page)
  const filtered = { ...filterArgs(filters), ...listOrder(filters), page, per_page: PER_PAGE }
  const loaded = useLoaded(() => loadEvents(filtered), [JSON.stringify(filtered)])
  const change = (next: Partial<ViewFilters>) => {
    choose(new Set())
    setQuery(viewQuery({ ...filters, page: '1', ...next }))
  }
  const after = () => {
    choose(new Set())
    loaded.reload()
  }
  return { filters, page, loaded, chosen, choose, change, after }
}

/** The list, with filters, pages and bulk actions. */
export function EventList() {
  const { filters, page, loaded, chosen, choose, change, after } = useEventList()
  return (
    <>
      <Title text={t('events')} />
      <EventFilters filters={filters} change={change} />
      <BulkProgressBar />
      <LoadedContent of={loaded}>
        {({ body: events, revision, total, pages }) => (
          <>
            <BulkBar
              chosen={events.filter(({ id }) => chosen.has(id))}
              seen={revision}
              isTrash={false}
              mayPublish={hasRoleAtLeast('author')}
              after={after}
            />
            {events.length === 0 ? (
              <Nothing isFiltered={Object.keys(viewQuery(filters)).length > 0} />
            ) : (
              <EventTable events={events} chosen={chosen} choose={choose} />
            )}
            <Pager
              page={page}
              pages={pages}
              total={total}
              onPage={(next) => change({ page: String(next) })}
            />
          </>
        )}
      </LoadedContent>
      <FeedUrls filters={filters} />
      <ExportButtons filters={filters} />
    </>
  )
}
