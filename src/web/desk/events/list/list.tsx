import { eventStatuses } from '../../../../contract/resources/fields/event-fields.ts'
import { CopyButton, listUsers } from '../../accounts/accounts.tsx'
import { type ApiResponse, apiUrl, currentUser, hasRoleAtLeast, isLocalMode } from '../../api/api.ts'
import { BulkActs, BulkProgressBar } from '../../bulk/bar.tsx'
import { ExportButtons } from '../../export.tsx'
import { mayCreateEvents, mayPublishIn, useOfferedGroups } from '../../groups/groups.ts'
import { ItemFilter } from '../../items/item-filter.tsx'
import { ListContent, type ListFilter, type ListPart, useList } from '../../lists/list.tsx'
import { Link } from '../../parts/link.tsx'
import { useLoaded } from '../../parts/loaded.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { LastAct } from '../../parts/notice.tsx'
import { deskQuerySignal } from '../../route.ts'
import { askScope } from '../../series/scope-dialog.tsx'
import { ViewHeading } from '../../shell/view-heading.tsx'
import { categoryOptions, loadAllCategories } from '../../terms/terms.ts'
import { dayText } from '../../time/wall.ts'
import { translationMarksQueryArgs } from '../../translating/translation.tsx'
import { t } from '../../words/index.ts'
import { listAssignees } from '../assignees.ts'
import { choiceText } from '../fields/field-kinds.ts'
import { ColumnMenu } from './columns.tsx'
import {
  filterQuery,
  filtersOfPart,
  type ListedEvent,
  type ListedRow,
  listOrderQuery,
  loadAllEvents,
  loadEvents,
  rowsOf,
  type ViewFilters,
} from './listed.ts'
import { EventTable } from './table.tsx'
import { statusText } from './texts.tsx'

const formats = [
  ['ics', 'iCalendar'],
  ['rss', 'RSS'],
  ['atom', 'Atom'],
] as const

/** Feeds of the published events that match the filters, without the dates: a feed has its own window. */
function feedAddress(format: string, filters: ViewFilters): string {
  const { search, search_in, categories, venue, organizer, event_status } = filterQuery(filters)
  const selected = { search, search_in, categories, venue, organizer, event_status }
  return new URL(apiUrl(`/events.${format}`, selected), location.href).href
}

function FeedUrls({ filters }: { readonly filters: ViewFilters }) {
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
              <CopyButton text={address} label={t('copy', { name })} class="quiet" />
            </li>
          )
        })}
      </ul>
    </details>
  )
}

// The filters of the list. They are in the URL, so that users can bookmark and share them.

const statuses = ['publish', 'future', 'draft', 'pending', 'private'] as const
const orders = ['', 'start_date-asc', 'start_date-desc', 'modified-desc', 'title-asc'] as const

type Options = NonNullable<ListFilter['options']>

/** The users whom filters offer, as options. */
interface People {
  readonly authors: Options
  readonly assignees: Options
}

/** Loads the users whom filters and columns name, for those who may know them. */
function usePeople(): People {
  const { value } = useLoaded(async () => {
    if (isLocalMode()) return undefined
    const [users, assignees] = await Promise.all([
      hasRoleAtLeast('administrator') ? listUsers() : [],
      listAssignees({}),
    ])
    const own = currentUser()?.id
    return {
      authors: users.map(({ id, display_name, login }) => [String(id), display_name || login] as const),
      assignees: assignees
        .filter(({ id }) => id !== own)
        .map(({ id, display_name }) => [String(id), display_name] as const),
    }
  }, [])
  return value ?? { authors: [], assignees: [] }
}

/** The control for the first or the last day. */
const dayFilter = (name: 'from' | 'to'): ListFilter => ({
  name,
  label: name,
  control: (value, change) => (
    <MomentField kind="day" name={name} label={t(name)} value={value} onInput={change} />
  ),
})

const filtersOfPeople = ({ authors, assignees }: People): readonly ListFilter[] => [
  ...(hasRoleAtLeast('administrator')
    ? [
        {
          name: 'author',
          label: 'author.field',
          isRare: true,
          options: [['', t('author.any')], ...authors],
        } as const,
      ]
    : []),
  {
    name: 'waits',
    label: 'assignee',
    isRare: true,
    options: [['', t('assignee.any')], ['me', t('assignee.me')], ['none', t('assignee.none')], ...assignees],
  },
  { name: 'mine', label: 'mine-only', isRare: true },
]

const eventFilters = ({ when }: ListPart, people: People, categories: Options): readonly ListFilter[] => [
  {
    name: 'status',
    label: 'status',
    options: [['', t('status.any')], ...statuses.map((one) => [one, statusText(one)] as const)],
  },
  {
    name: 'when',
    label: 'when',
    options: [
      ['', t('when.coming')],
      ['past', t('when.past')],
      ['ever', t('when.ever')],
      ['between', t('when.between')],
    ],
  },
  ...(when === 'between' ? [dayFilter('from'), dayFilter('to')] : []),
  {
    name: 'category',
    label: 'category',
    options: [['', t('category.any')], ...categories],
  },
  {
    name: 'venue',
    label: 'venue',
    control: (value, change) => <ItemFilter collection="venues" value={value} onChange={change} />,
  },
  {
    name: 'organizer',
    label: 'organizer',
    isRare: true,
    control: (value, change) => <ItemFilter collection="organizers" value={value} onChange={change} />,
  },
  {
    name: 'outcome',
    label: 'event_status',
    isRare: true,
    options: [
      ['', t('event_status.any')],
      ...eventStatuses.map((one) => [one, choiceText('event_status', one)] as const),
    ],
  },
  {
    name: 'order',
    label: 'order',
    isWhole: true,
    isRare: true,
    options: orders.map((one) => [one, t(`order.${one || 'default'}`)] as const),
  },
  ...(isLocalMode() ? [] : filtersOfPeople(people)),
  { name: 'dates', label: 'each-date', isWhole: true, isRare: true, ticked: 'each' },
  { name: 'hidden', label: 'hidden-only', isRare: true },
]

const PER_PAGE = 100

/** The query of all that matches; by relevance, a search would find a series once. */
const matchingQuery = (part: ListPart) => ({
  ...filterQuery(filtersOfPart(part)),
  ...translationMarksQueryArgs(),
  orderby: 'start_date',
  order: 'asc',
})

/** Whether a series is one row. */
const isFolded = ({ dates = '' }: ListPart) => dates === ''

async function loadPage(part: ListPart): Promise<ApiResponse<readonly ListedRow[]>> {
  const response = await loadEvents({
    ...matchingQuery(part),
    ...listOrderQuery(filtersOfPart(part)),
    ...(isFolded(part) && { collapse: 'series' }),
    per_page: PER_PAGE,
    page: part.page,
  })
  return { ...response, body: rowsOf(response.body, isFolded(part)) }
}

/** Loads the dates of some series that fulfil the filters of a list, whatever is searched in it. */
async function loadDatesOfSeries(part: ListPart, series: readonly number[]): Promise<readonly ListedEvent[]> {
  const dates: ListedEvent[] = []
  for (let at = 0; at < series.length; at += PER_PAGE) {
    const some = series.slice(at, at + PER_PAGE).join()
    dates.push(...(await loadAllEvents({ ...matchingQuery(part), search: '', search_in: '', series: some })))
  }
  return dates
}

/** Asks once which dates an act on rows is about, if some are series. Returns undefined if the act is called off. */
async function askEventsOfRows(
  part: ListPart,
  rows: readonly ListedRow[],
  act: string,
  isDangerous: boolean,
) {
  const shown = rows.map(({ event }) => event)
  const series = rows.flatMap(({ event, isSeries }) => (isSeries && event.series ? [event.series.id] : []))
  const [only] = rows
  if (only === undefined || series.length === 0) return shown
  const dates = loadDatesOfSeries(part, series)
  // What goes on in a dialog of its own is not done yet.
  const isFirst = act.endsWith('…')
  const scope = await askScope({
    title: isFirst ? t('scope.which') : act,
    act: isFirst ? t('scope.next') : act,
    isDangerous,
    scopes: [
      [
        'shown',
        rows.length === 1 ? `${t('scope.this')} · ${dayText(only.event.start_date)}` : t('scope.shown'),
      ],
      ['matching', t('scope.matching')],
    ],
    count: async () => ({ matching: (await dates).length }),
  })
  if (scope !== 'matching') return scope && shown
  return [...new Map([...shown, ...(await dates)].map((one) => [one.id, one])).values()]
}

/** The list, with views, filters, columns, pages and bulk actions. */
export function EventList() {
  useOfferedGroups()
  // Lists of published events ask for all groups, once they are known.
  const { group: askedGroup } = filterQuery(filtersOfPart(Object.fromEntries(deskQuerySignal.value)))
  const list = useList<ListedRow, ApiResponse<readonly ListedRow[]>>(loadPage, '', [askedGroup])
  const people = usePeople()
  const { value: categories = [] } = useLoaded(loadAllCategories, [])
  const { part, show, after, selection } = list
  const filters = filtersOfPart(part)
  const { orderby, order = '' } = listOrderQuery(filters)
  return (
    <>
      <ViewHeading text={t('events')}>
        <ColumnMenu />
      </ViewHeading>
      <ListContent
        list={list}
        views="events"
        usual="view.usual"
        filters={eventFilters(part, people, categoryOptions(categories))}
        none={t('events.none')}
        add={mayCreateEvents() && <Link to="/events/new" class="button main" label={t('event.new')} />}
        above={
          <>
            <LastAct />
            <BulkProgressBar />
          </>
        }
        choosing={{
          nameOf: ({ event }) => event.title,
          acts: (chosen, _, { revision }) => (
            <BulkActs
              chosen={chosen.map(({ event }) => event)}
              askEvents={(act, isDangerous) => askEventsOfRows(part, chosen, act, isDangerous)}
              seen={revision}
              mayPublish={chosen.every(({ event }) => mayPublishIn(event.group?.id ?? 0))}
              after={after}
            />
          ),
        }}
        table={({ body }) => (
          <EventTable
            list={{
              rows: body,
              selection,
              authors: new Map(people.authors),
              after,
              datesOf: (series) => loadDatesOfSeries(part, [series]),
              isByDay: orderby === 'start_date',
              isOfNow: part.when === undefined && order === 'asc',
            }}
            sorted={{ orderby, order, sort: (next) => show({ order: next }) }}
          />
        )}
      />
      <FeedUrls filters={filters} />
      <ExportButtons filters={filters} />
    </>
  )
}
