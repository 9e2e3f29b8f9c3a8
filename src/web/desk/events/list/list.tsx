/** The list of events. */

import { eventStatuses } from '../../../../contract/resources/fields/event-fields.ts'
import { listUsers } from '../../accounts/accounts.tsx'
import { apiUrl, currentUser, hasRoleAtLeast, isLocalMode, loadPageOrLast } from '../../api/api.ts'
import { BulkBar, BulkProgressBar } from '../../bulk/bar.tsx'
import { ExportButtons } from '../../export.tsx'
import { mayCreateEvents, mayPublishIn, useOfferedGroups } from '../../groups/groups.ts'
import { CategoryFilter, VenueFilter } from '../../items/filters.tsx'
import { ChooseAllButton, type Selection, useSelection } from '../../lists/chosen.tsx'
import { NamedViews } from '../../lists/named-views.tsx'
import { CheckField, SearchField, SelectField, TextField } from '../../parts/field.tsx'
import { Link } from '../../parts/link.tsx'
import { LoadedContent, Pager, useLoaded } from '../../parts/loaded.tsx'
import { LastAct, notify } from '../../parts/notice.tsx'
import { FoldedSection } from '../../parts/sections.tsx'
import { deskQuerySignal, setQuery } from '../../route.ts'
import { ScopeQuestion } from '../../series/scope-dialog.tsx'
import { useRowKeys } from '../../shell/keys.ts'
import { ViewHeading } from '../../shell/view-heading.tsx'
import { translationMarksQueryArgs } from '../../translating/translation.tsx'
import { t, wordAt } from '../../words/index.ts'
import { listAssignees } from '../assignees.ts'
import { choiceText } from '../fields/field-kinds.ts'
import { type AuthorNames, ColumnMenu, chosenColumnNames } from './columns.tsx'
import {
  filterQuery,
  filtersInQuery,
  type ListedEvent,
  listOrderQuery,
  loadAllEvents,
  loadEvents,
  urlQueryOfFilters,
  type ViewFilters,
} from './listed.ts'
import { EventTable, type TableOrder } from './table.tsx'
import { statusText } from './texts.tsx'

interface AllProps {
  readonly selection: Selection<ListedEvent>
  readonly matching: Parameters<typeof loadAllEvents>[0]
  /** The number of events that match; undefined where series count once. */
  readonly total: number | undefined
}

/** Chooses all events that match the filters. A folded list counts a series once; what is chosen are its dates. */
function ChooseAllMatchingButton({ selection, matching, total }: AllProps) {
  const { value } = useLoaded(
    async () => total ?? (await loadEvents({ ...matching, per_page: 1 })).total,
    [JSON.stringify(matching), total],
  )
  return (
    <ChooseAllButton selection={selection} total={value} load={(told) => loadAllEvents(matching, told)} />
  )
}

// The URLs of feeds with the listed events.

const formats = [
  ['ics', 'iCalendar'],
  ['rss', 'RSS'],
  ['atom', 'Atom'],
] as const

/** Feeds of the published events that match the filters, without the dates: a feed has its own window. */
function feedAddress(format: string, filters: ViewFilters): string {
  const { search, search_in, categories, venue, event_status } = filterQuery(filters)
  const selected = { search, search_in, categories, venue, event_status }
  return new URL(apiUrl(`/events.${format}`, selected), location.href).href
}

/** The URLs, each with a button to copy it. */
function FeedUrls({ filters }: { readonly filters: ViewFilters }) {
  const copy = async (address: string) => {
    await navigator.clipboard.writeText(address)
    notify(t('copied'))
  }
  return (
    <details class="feeds">
      <summary>{t('feeds')}</summary>
      <p class="hint">{t('feeds.hint')}</p>
      <ul>
        {formats.map(([format, name]) => {
          const address = feedAddress(format, filters)
          return (
            <li key={format}>
              <a href={address}>{name}</a> <code>{address}</code>
              <button type="button" class="quiet" onClick={() => copy(address)}>
                {t('copy', { name })}
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

// The filters of the list of events. They are in the URL, so that users can bookmark and share them.

interface FilterProps {
  readonly filters: ViewFilters
  readonly change: (filters: Partial<ViewFilters>) => void
}

function WhenFilter({ filters, change }: FilterProps) {
  const { when, from, to } = filters
  const options = [
    ['coming', t('when.coming')],
    ['past', t('when.past')],
    ['ever', t('when.ever')],
    ['between', t('when.between')],
  ] as const
  return (
    <>
      <SelectField
        name="when"
        label={t('when')}
        value={when}
        options={options}
        onChange={(one) => change({ when: one })}
      />
      {when === 'between' && (
        <>
          <TextField
            name="from"
            type="date"
            label={t('from')}
            value={from}
            onInput={(one) => change({ from: one })}
          />
          <TextField
            name="to"
            type="date"
            label={t('to')}
            value={to}
            onInput={(one) => change({ to: one })}
          />
        </>
      )}
    </>
  )
}

const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const

/** The filter by the status of publication. */
function StatusFilter({ filters, change }: FilterProps) {
  return (
    <SelectField
      name="status"
      label={t('status')}
      value={filters.status}
      options={[['any', t('status.any')] as const, ...statuses.map((one) => [one, statusText(one)] as const)]}
      onChange={(status) => change({ status })}
    />
  )
}

/** The filter by what became of the event: cancelled, moved … */
function OutcomeFilter({ filters, change }: FilterProps) {
  return (
    <SelectField
      name="outcome"
      label={t('event_status')}
      value={filters.outcome}
      options={[
        ['', t('event_status.any')] as const,
        ...eventStatuses.map((one) => [one, choiceText('event_status', one)] as const),
      ]}
      onChange={(outcome) => change({ outcome })}
    />
  )
}

interface AuthorProps {
  readonly value: string
  readonly onChange: (author: string) => void
}

/** The filter by author, for those who may list users. */
function AuthorFilter({ value, onChange }: AuthorProps) {
  const { value: users = [] } = useLoaded(listUsers, [])
  return (
    <SelectField
      name="author"
      label={t('author.field')}
      value={value}
      options={[
        ['', t('author.any')] as const,
        ...users.map(({ id, display_name, login }) => [String(id), display_name || login] as const),
      ]}
      onChange={onChange}
    />
  )
}

interface WaitsProps {
  readonly value: string
  readonly onChange: (waits: string) => void
}

/** The filter by whom events wait for. */
function WaitsFilter({ value, onChange }: WaitsProps) {
  const { value: users = [] } = useLoaded(() => listAssignees({}), [])
  const own = currentUser()?.id
  return (
    <SelectField
      name="waits"
      label={t('assignee')}
      value={value}
      options={[
        ['', t('assignee.any')] as const,
        ['me', t('assignee.me')] as const,
        ['none', t('assignee.none')] as const,
        ...users
          .filter(({ id }) => id !== own)
          .map(({ id, display_name }) => [String(id), display_name] as const),
      ]}
      onChange={onChange}
    />
  )
}

/** Whom events wait for, in words; nothing for a user whose name is not at hand. */
const waitsText = (waits: string): string =>
  waits === 'me' || waits === 'none'
    ? t('labelled', { label: t('assignee'), text: t(`assignee.${waits}`) })
    : waits === ''
      ? ''
      : t('assignee')

const orders = ['', 'start_date-asc', 'start_date-desc', 'modified-desc', 'title-asc'] as const

/** Windows in which the first event shall be in sight: all filters but the words are folded. */
const narrow = matchMedia('(max-width: 40rem)')

/** The filters that are needed most, besides the words. */
function CommonFilters({ filters, change }: FilterProps) {
  return (
    <>
      <StatusFilter filters={filters} change={change} />
      <WhenFilter filters={filters} change={change} />
      <CategoryFilter value={filters.category} onChange={(category) => change({ category })} />
      <VenueFilter value={filters.venue} onChange={(venue) => change({ venue })} />
    </>
  )
}

/** The folded filters that are set, in one line. */
const foldedText = ({ status, when, outcome, order, dates, mine, waits, hidden }: ViewFilters) =>
  [
    narrow.matches
      ? [wordAt(`when.${when}`), ...statuses.filter((one) => one === status).map(statusText)]
      : [],
    eventStatuses.filter((one) => one === outcome).map((one) => choiceText('event_status', one)),
    orders.filter((one) => one !== '' && one === order).map((one) => t(`order.${one || 'default'}`)),
    dates === '' ? '' : t('each-date'),
    mine === '' ? '' : t('mine-only'),
    waitsText(waits),
    hidden === '' ? '' : t('hidden-only'),
  ]
    .flat()
    .filter(Boolean)
    .join(' · ')

/** The filters that are seldom needed or have no room, folded. */
function RareFilters({ filters, change }: FilterProps) {
  return (
    <FoldedSection title={t('filters.more')} line={foldedText(filters)}>
      <div class="filters">
        {narrow.matches && <CommonFilters filters={filters} change={change} />}
        <OutcomeFilter filters={filters} change={change} />
        <SelectField
          name="order"
          label={t('order')}
          value={filters.order}
          options={orders.map((one) => [one, t(`order.${one || 'default'}`)] as const)}
          onChange={(order) => change({ order })}
        />
        {hasRoleAtLeast('administrator') && !isLocalMode() && (
          <AuthorFilter value={filters.author} onChange={(author) => change({ author })} />
        )}
        {!isLocalMode() && <WaitsFilter value={filters.waits} onChange={(waits) => change({ waits })} />}
        <CheckField
          name="dates"
          label={t('each-date')}
          value={filters.dates !== ''}
          onChange={(one) => change({ dates: one ? 'each' : '' })}
        />
        {!isLocalMode() && (
          <CheckField
            name="mine"
            label={t('mine-only')}
            value={filters.mine !== ''}
            onChange={(one) => change({ mine: one ? '1' : '' })}
          />
        )}
        <CheckField
          name="hidden"
          label={t('hidden-only')}
          value={filters.hidden !== ''}
          onChange={(one) => change({ hidden: one ? '1' : '' })}
        />
      </div>
    </FoldedSection>
  )
}

/** All filters of the list. */
function EventFilters({ filters, change }: FilterProps) {
  return (
    <search>
      <div class="filters">
        <SearchField value={filters.q} onSearch={(q) => change({ q })} />
        {!narrow.matches && <CommonFilters filters={filters} change={change} />}
      </div>
      <RareFilters filters={filters} change={change} />
    </search>
  )
}

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
  const selection = useSelection<ListedEvent>({ ...filters, page: '' })
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
  const filtered = { ...matching, ...listOrderQuery(filters), per_page: PER_PAGE, ...folding }
  const load = (at: number) => loadEvents({ ...filtered, page: at })
  const loaded = useLoaded(() => loadPageOrLast(load, page), [JSON.stringify(filtered), page])
  const change = (next: Partial<ViewFilters>) =>
    setQuery(urlQueryOfFilters({ ...filters, page: '1', ...next }))
  const show = (query: string) => setQuery({ group: '', ...Object.fromEntries(new URLSearchParams(query)) })
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
        <NamedViews list="events" usual={t('view.usual')} query={query} show={show} />
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
