/** The list of events. */
import { listUsers } from '../../accounts/accounts.ts'
import { hasRoleAtLeast, isLocalMode } from '../../api/session.ts'
import { ExportButtons } from '../../export/export.tsx'
import { useOfferedGroups } from '../../groups/known.ts'
import { mayCreateEvents, mayPublishIn } from '../../groups/may.ts'
import { useRowKeys } from '../../keys/row-keys.ts'
import { Link } from '../../parts/link.tsx'
import { LoadedContent, useLoaded } from '../../parts/loaded.tsx'
import { LastAct } from '../../parts/notice.tsx'
import { Pager } from '../../parts/pager.tsx'
import { deskQuerySignal, setQuery } from '../../route.ts'
import { ScopeQuestion } from '../../series/scope-dialog.tsx'
import { ViewHeading } from '../../shell/view-heading.tsx'
import { translationMarksQueryArgs } from '../../translating/marks.tsx'
import { t } from '../../words/index.ts'
import { BulkBar, BulkProgressBar } from './bulk-bar.tsx'
import { ChooseAllMatchingButton } from './choose-all.tsx'
import { type AuthorNames, ColumnMenu, chosenColumnNames } from './columns.tsx'
import { FeedUrls } from './feeds.tsx'
import { EventFilters } from './filters.tsx'
import {
  filterQuery,
  filtersInQuery,
  listOrderQuery,
  loadEvents,
  urlQueryOfFilters,
  type ViewFilters,
} from './listed.ts'
import { NamedViews } from './named-views.tsx'
import { loadAllEvents, useSelection } from './selection.ts'
import { EventTable, type TableOrder } from './table.tsx'

const PER_PAGE = 100

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="empty">
      <p>{t(isFiltered ? 'events.none-found' : 'events.none')}</p>
      {mayCreateEvents() && (
        <Link to="/events/new" class="button main">
          {t('event.new')}
        </Link>
      )}
    </div>
  )
}

/** The names of authors, for those who may list users. */
function useAuthors(): AuthorNames {
  const isKnown = hasRoleAtLeast('administrator') && !isLocalMode()
  const { value = [] } = useLoaded(async () => (isKnown ? await listUsers() : []), [])
  return new Map(value.map(({ id, display_name, login }) => [id, display_name || login]))
}

/** The list's filters, page and chosen events, and the functions that change them. `after` lists anew after an act. */
function useEventList() {
  const filters = filtersInQuery(deskQuerySignal.value)
  const selection = useSelection()
  const page = Number(filters.page)
  // By relevance, a search finds a series once.
  const matching = {
    ...filterQuery(filters),
    ...translationMarksQueryArgs(),
    orderby: 'start_date',
    order: 'asc',
  }
  const isFolded = filters.dates === ''
  const folding = isFolded ? { collapse: 'series' } : {}
  const filtered = { ...matching, ...listOrderQuery(filters), page, per_page: PER_PAGE, ...folding }
  const loaded = useLoaded(() => loadEvents(filtered), [JSON.stringify(filtered)])
  const change = (next: Partial<ViewFilters>) => {
    // Another page shows more of the same: what was chosen stays.
    if (Object.keys(next).join() !== 'page') selection.clear()
    setQuery(urlQueryOfFilters({ ...filters, page: '1', ...next }))
  }
  const show = (query: string) => {
    selection.clear()
    setQuery({ group: '', ...Object.fromEntries(new URLSearchParams(query)) })
  }
  const after = () => {
    selection.clear()
    loaded.reload()
  }
  return { filters, page, matching, isFolded, loaded, selection, change, show, after }
}

/** The order of the list, and the function that changes it. */
function orderOf(filters: ViewFilters, change: (next: Partial<ViewFilters>) => void): TableOrder {
  const { orderby = '', order = '' } = listOrderQuery(filters)
  return { orderby: String(orderby), order: String(order), sort: (next) => change({ order: next }) }
}

function Found({ list }: { readonly list: ReturnType<typeof useEventList> }) {
  const { filters, page, matching, isFolded, loaded, selection, change, after } = list
  const authors = useAuthors()
  const datesOf = (series: number) => loadAllEvents({ ...matching, search: '', search_in: '', series })
  return (
    <LoadedContent of={loaded}>
      {({ body: listed, revision, total, pages }) => (
        <>
          <BulkBar
            chosen={[...selection.chosen.values()]}
            seen={revision}
            isTrash={false}
            mayPublish={[...selection.chosen.values()].every(({ group }) => mayPublishIn(group?.id ?? 0))}
            after={after}
          >
            <ChooseAllMatchingButton {...{ selection, matching }} total={isFolded ? undefined : total} />
            <button type="button" class="quiet" onClick={selection.clear}>
              {t('choose-none')}
            </button>
          </BulkBar>
          {listed.length === 0 ? (
            <Nothing isFiltered={Object.keys(urlQueryOfFilters(filters)).length > 0} />
          ) : (
            <EventTable
              list={{
                listed,
                selection,
                authors,
                after,
                columns: chosenColumnNames(),
                datesOf: isFolded ? datesOf : undefined,
              }}
              sorted={orderOf(filters, change)}
            />
          )}
          <Pager page={page} pages={pages} total={total} onPage={(next) => change({ page: String(next) })} />
        </>
      )}
    </LoadedContent>
  )
}

/** The list, with views, filters, columns, pages and bulk actions. */
export function EventList() {
  // The names of groups stand in the address of lists of published events.
  useOfferedGroups()
  const list = useEventList()
  const { filters, change, show } = list
  useRowKeys({ e: 'th .pen' })
  const query = new URLSearchParams(urlQueryOfFilters({ ...filters, page: '1' })).toString()
  return (
    <>
      <ViewHeading text={t('events')} />
      <div class="list-bar">
        <NamedViews query={query} show={show} />
        <ColumnMenu />
      </div>
      <EventFilters filters={filters} change={change} />
      <LastAct />
      <BulkProgressBar />
      <Found list={list} />
      <FeedUrls filters={filters} />
      <ExportButtons filters={filters} />
      <ScopeQuestion />
    </>
  )
}
