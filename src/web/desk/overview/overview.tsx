/** The start page: upcoming events, events that wait for review, and recent changes. */
import { useEffect, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { listUsers } from '../accounts/accounts.tsx'
import { callApi, currentUser, hasRoleAtLeast, isLocalMode, type QueryFields } from '../api/api.ts'
import { wallDay } from '../calendar/days.ts'
import { nowInSiteZone } from '../calendar/grid.tsx'
import {
  ALL_DATES_QUERY_FIELDS,
  daysQuery,
  type ListedEvent,
  loadEvents,
  NOT_ENDED_QUERY_FIELDS,
} from '../events/list/listed.ts'
import { StatusMark, venueText, whenText, whenTextWithinDay } from '../events/list/texts.tsx'
import { mayCreateEvents, mayReviewSome } from '../groups/groups.ts'
import {
  changeAuthorText,
  changeText,
  hasAuthor,
  isMadeByPublic,
  type LoggedChange,
  loadChangesPageAtPath,
} from '../history/changes.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal, navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { DemoNote } from '../start/demo.tsx'
import { dateTimeText, utcAsBrowserTimeText } from '../time/wall.ts'
import { type Key, t } from '../words/index.ts'
import { WeekendFaultsPanel } from './weekend.tsx'

// The next dates of series, which the overview shows once each.

/** Loads the next date of each of some series, of those that a query finds, by the id of the series; series that are over have none. */
export async function loadNextEventBySeries(
  series: readonly number[],
  query: QueryFields,
): Promise<ReadonlyMap<number, ListedEvent>> {
  const ids = new Set(series)
  if (ids.size === 0) return new Map()
  const first = { collapse: 'series', orderby: 'start_date', order: 'asc', per_page: ids.size }
  const { body } = await loadEvents({
    ...query,
    ...NOT_ENDED_QUERY_FIELDS,
    ...first,
    series: [...ids].join(),
  })
  return new Map(body.flatMap((event) => (event.series === null ? [] : [[event.series.id, event]])))
}

/** Loads a page of events with each series once, as its next date: the order may have another one first, such as the last. */
async function loadEventsOncePerSeries(
  query: QueryFields,
): Promise<{ readonly events: readonly ListedEvent[]; readonly total: number }> {
  const { body, total } = await loadEvents({ ...query, collapse: 'series' })
  const next = await loadNextEventBySeries(
    body.flatMap(({ series }) => series?.id ?? []),
    query,
  )
  return { events: body.map((event) => next.get(event.series?.id ?? 0) ?? event), total }
}

// Drafts of changes to what is published: without the panel, nobody would find them again; those that were sent wait for a reviewer.

const MAX_DRAFTS = 6

type ListedDraft = components['schemas']['ListedDraft']

/** Loads the drafts of the events that the user may change, the newest first. */
const loadChangesDrafts = async (): Promise<readonly ListedDraft[]> =>
  (await callApi<{ drafts: readonly ListedDraft[] }>('GET', '/drafts')).body.drafts

/** Whether a draft waits for a decision of the user. */
const isDraftToReviewBySignedInUser = ({ sent_utc, author }: ListedDraft): boolean =>
  sent_utc !== '' && mayReviewSome() && author !== currentUser()?.id

interface DraftsProps {
  readonly drafts: readonly ListedDraft[]
}

/** The entries of drafts that wait for a decision, which lead to their review. */
function ProposedChangesEntries({ drafts }: DraftsProps) {
  return drafts.slice(0, MAX_DRAFTS).map(({ event, title, author_name, sent_utc }) => (
    <li key={`draft ${event}`}>
      <Link to="/review">{title}</Link>
      <p class="detail">
        {[t('changes-draft.proposed'), author_name, utcAsBrowserTimeText(sent_utc)]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  ))
}

/** The panel of drafts; nothing where there are none. */
function ChangesDraftsPanel({ drafts }: DraftsProps) {
  if (drafts.length === 0) return null
  return (
    <section class="panel" aria-labelledby="panel-changes-drafts">
      <h2 id="panel-changes-drafts">{t('changes-drafts')}</h2>
      <ol>
        {drafts.slice(0, MAX_DRAFTS).map(({ event, title, author_name, modified_utc, sent_utc }) => (
          <li key={event}>
            <Link to={`/events/${event}`}>{title}</Link>
            <p class="detail">
              {[author_name, utcAsBrowserTimeText(modified_utc), sent_utc && t('status.pending')]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

// The panel of the latest changes of others and of one's own, with who made them.

const CHANGES_PER_PAGE = 100
const MAX_CHANGES = 6

interface LoggedWrite {
  /** The latest of its changes. */
  readonly change: LoggedChange
  /** The titles of what it changed: a series of many dates has one. */
  readonly titles: Set<string>
}

/** Returns the latest change of each item, so that one that somebody saved six times does not fill the panel. */
function latestOfEachItem(changes: readonly LoggedChange[]): readonly LoggedChange[] {
  const seen = new Set<string>()
  return changes.filter(({ resource, item_id }) => {
    const item = `${resource} ${item_id}`
    return !seen.has(item) && seen.add(item)
  })
}

/** Returns the writes, so that a series, or what was changed at once, is there once. */
function onePerWrite(changes: readonly LoggedChange[]): readonly LoggedWrite[] {
  const writes = new Map<number, LoggedWrite>()
  for (const change of changes) {
    const write = writes.get(change.revision) ?? { change, titles: new Set() }
    write.titles.add(change.title)
    writes.set(change.revision, write)
  }
  return [...writes.values()]
}

/** What a write did, and who: a sentence, but for what several items share, and for the public, whose name says what it did. */
function writeText({ change, titles }: LoggedWrite): string {
  const who = hasAuthor(change) ? changeAuthorText(change) : t('did.somebody')
  if (titles.size > 1) return `${t('changed.others', { count: titles.size - 1 })} · ${who}`
  return isMadeByPublic(change) ? `${changeText(change)} · ${who}` : `${who} ${changeText(change)}`
}

/** Loads the latest writes of events and of series, which the log has apart, and where each leads: a series to its next date. */
async function loadWrites() {
  const pages = await Promise.all(
    ['event', 'series'].map((resource) =>
      loadChangesPageAtPath('/audit', { resource, per_page: CHANGES_PER_PAGE }),
    ),
  )
  const changes = pages.flatMap((page) => page.changes).toSorted((one, other) => other.id - one.id)
  const writes = onePerWrite(latestOfEachItem(changes)).slice(0, MAX_CHANGES)
  const series = writes.flatMap(({ change }) => (change.resource === 'series' ? [change.item_id] : []))
  const next = await loadNextEventBySeries(series, { status: 'any' })
  return writes.map((write) => ({ ...write, event: eventOf(write.change, next) }))
}

/** The id of the event that a change leads to; undefined if there is none any more. */
function eventOf(
  { resource, item_id, verb }: LoggedChange,
  next: Awaited<ReturnType<typeof loadNextEventBySeries>>,
) {
  if (resource === 'series') return next.get(item_id)?.id
  return verb === 'delete' ? undefined : item_id
}

/** The changes of events and series, for those who may read the log. */
function ChangesPanel() {
  const loaded = useLoaded(loadWrites, [])
  return (
    <section class="panel" aria-labelledby="panel-changes">
      <h2 id="panel-changes">{t('changed')}</h2>
      <LoadedContent of={loaded}>
        {(writes) => (
          <>
            {writes.length === 0 && <p class="empty">{t('changed.none')}</p>}
            <ol>
              {writes.map(({ change, titles, event }) => (
                <li key={change.id}>
                  {event === undefined ? change.title : <Link to={`/events/${event}`}>{change.title}</Link>}
                  <p class="detail">
                    {writeText({ change, titles })} · {utcAsBrowserTimeText(change.at_utc)}
                  </p>
                </li>
              ))}
            </ol>
            <Link to="/log">{t('log')}</Link>
          </>
        )}
      </LoadedContent>
    </section>
  )
}

// Requests for new passwords that no e-mail answered.

/** Users who asked for a new password and got no e-mail: an administrator passes a link on. */
function ResetRequests() {
  const { value: users = [] } = useLoaded(listUsers, [])
  const asking = users.filter(({ reset_asked_utc }) => reset_asked_utc !== '')
  if (asking.length === 0) return null
  return (
    <ul class="told lines" aria-label={t('user.resets')}>
      {asking.map(({ id, display_name: name, reset_asked_utc }) => (
        <li key={id} class="line">
          <Link to={`/users?user=${id}`}>{t('user.reset.asked', { name })}</Link>
          <span class="detail">{utcAsBrowserTimeText(reset_asked_utc)}</span>
        </li>
      ))}
    </ul>
  )
}

interface Panel {
  readonly title: Key
  readonly none: Key
  readonly query: Readonly<Record<string, string>>
  /** The address of the full list. */
  readonly all: string
  /** The details of an event, shown with its title. */
  readonly detail: (event: ListedEvent) => string
}

const byDate = (event: ListedEvent) => [whenText(event), venueText(event)].filter(Boolean).join(' · ')

/** The hour of an event of today; the dates of one that goes on for days. */
const ofToday = (event: ListedEvent) =>
  [whenTextWithinDay(event), venueText(event)].filter(Boolean).join(' · ')

const latest = { ...ALL_DATES_QUERY_FIELDS, orderby: 'modified', order: 'desc' } as const

/** The events of today, which is another day where the desk stays open over night. */
function todayPanel(): Panel {
  const today = wallDay(nowInSiteZone())
  return {
    title: 'calendar.today',
    none: 'coming.none',
    query: { ...daysQuery(today, today), orderby: 'start_date', order: 'asc' },
    all: `/events?when=between&from=${today}&to=${today}`,
    detail: ofToday,
  }
}

const waitingPanels: readonly Panel[] = [
  {
    title: 'pending',
    none: 'pending.none',
    query: { ...latest, status: 'pending' },
    all: '/events?status=pending&when=ever',
    detail: byDate,
  },
  {
    title: 'drafts',
    none: 'drafts.none',
    query: { ...latest, status: 'draft' },
    all: '/events?status=draft&when=ever',
    detail: byDate,
  },
  {
    title: 'scheduled',
    none: 'scheduled.none',
    query: { ...ALL_DATES_QUERY_FIELDS, status: 'future', orderby: 'date', order: 'asc' },
    all: '/events?status=future&when=ever',
    detail: ({ date }) => t('comes-out', { at: dateTimeText(date) }),
  },
]

/** The latest changes, for those who may not read the log. */
const latestChanges: Panel = {
  title: 'changed',
  none: 'changed.none',
  query: { ...latest, status: 'any' },
  all: '/events?when=ever&order=modified-desc',
  detail: ({ modified }) => dateTimeText(modified),
}

const MAX_EVENTS = 6
/** Stored in sessionStorage, so that the setup page opens automatically only once. */
const SEEN = 'fasti-desk-start'

interface PanelProps extends Panel {
  /** The drafts of changes that wait with these events. */
  readonly proposed?: readonly ListedDraft[]
}

function PanelOf({ title, none, query, all, detail, proposed = [] }: PanelProps) {
  const group = deskGroupIdSignal.value
  const loaded = useLoaded(() => loadEventsOncePerSeries({ ...query, group, per_page: MAX_EVENTS }), [group])
  // What waits is counted; of what happened last there is no end.
  const count = title === 'changed' ? 0 : (loaded.value?.total ?? 0) + proposed.length
  return (
    <section class="panel" aria-labelledby={`panel-${title}`}>
      <h2 id={`panel-${title}`}>
        {t(title)} {count > 0 && <span class="count">{count}</span>}
      </h2>
      <LoadedContent of={loaded}>
        {({ events, total }) => (
          <>
            {events.length + proposed.length === 0 && <p class="empty">{t(none)}</p>}
            <ol>
              {events.map((event) => (
                <li key={event.id}>
                  <Link to={`/events/${event.id}`}>{event.title}</Link>
                  {title === 'changed' && <StatusMark status={event.status} />}
                  <p class="detail">{detail(event)}</p>
                </li>
              ))}
              <ProposedChangesEntries drafts={proposed} />
            </ol>
            {total > MAX_EVENTS && <Link to={all}>{t('all-of', { count: total })}</Link>}
          </>
        )}
      </LoadedContent>
    </section>
  )
}

/** Leads an empty calendar to the setup page: automatically while there are no users, otherwise by a link. */
function FirstSteps() {
  const loaded = useLoaded(() => loadEvents({ ...ALL_DATES_QUERY_FIELDS, status: 'any', per_page: 1 }), [])
  const isEmpty = loaded.value?.total === 0
  useEffect(() => {
    if (!isEmpty || !isLocalMode() || sessionStorage.getItem(SEEN) !== null) return
    sessionStorage.setItem(SEEN, 'yes')
    void navigateTo('/start')
  }, [isEmpty])
  return isEmpty ? (
    <p>
      <Link to="/start" class="button main">
        {t('set-up')}
      </Link>
    </p>
  ) : null
}

/** All that waits: events, and drafts of changes, of which those to review stand with the events to review. */
function WaitingPanels() {
  const { value: drafts = [] } = useLoaded(loadChangesDrafts, [])
  const proposed = drafts.filter(isDraftToReviewBySignedInUser)
  return (
    <>
      {waitingPanels.map((panel) => (
        <PanelOf key={panel.title} {...panel} {...(panel.title === 'pending' && { proposed })} />
      ))}
      <ChangesDraftsPanel drafts={drafts.filter((draft) => !isDraftToReviewBySignedInUser(draft))} />
    </>
  )
}

/** The overview page. */
export function Overview() {
  const [turn, setTurn] = useState(0)
  if (!mayCreateEvents())
    return (
      <>
        <ViewHeading text={t('overview')} />
        <p>{t('subscriber')}</p>
      </>
    )
  return (
    <>
      <ViewHeading text={t('overview')} />
      {hasRoleAtLeast('administrator') && <FirstSteps key={turn} />}
      {hasRoleAtLeast('administrator') && !isLocalMode() && <ResetRequests key={turn} />}
      {hasRoleAtLeast('administrator') && <DemoNote after={() => setTurn(turn + 1)} />}
      <div class="panels" key={turn}>
        <div>
          <PanelOf {...todayPanel()} />
          <WeekendFaultsPanel />
        </div>
        <div>
          <WaitingPanels />
        </div>
        <div>{hasRoleAtLeast('editor') ? <ChangesPanel /> : <PanelOf {...latestChanges} />}</div>
      </div>
    </>
  )
}
