/** The start page: upcoming events, events that wait for review, and recent changes. */
import { useEffect, useState } from 'preact/hooks'
import { hasRoleAtLeast, isLocalMode } from '../api/session.ts'
import { wallDay } from '../calendar/days.ts'
import { nowInSiteZone } from '../calendar/grid.tsx'
import { venueText, whenText, whenTextWithinDay } from '../events/list/columns.tsx'
import { ALL_DATES_QUERY_FIELDS, daysQuery, type ListedEvent, loadEvents } from '../events/list/listed.ts'
import { StatusMark } from '../events/list/status.tsx'
import { mayCreateEvents } from '../groups/may.ts'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal, navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { DemoNote } from '../start/demo.tsx'
import { dateTimeText } from '../time/wall.ts'
import { type Key, t } from '../words/index.ts'
import { ChangesPanel } from './changes-panel.tsx'
import {
  ChangesDraftsPanel,
  isDraftToReviewBySignedInUser,
  type ListedDraft,
  loadChangesDrafts,
  ProposedChangesEntries,
} from './drafts-panel.tsx'
import { loadEventsOncePerSeries } from './next-dates.ts'
import { ResetRequests } from './reset-requests.tsx'
import { WeekendFaultsPanel } from './weekend-panel.tsx'

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
