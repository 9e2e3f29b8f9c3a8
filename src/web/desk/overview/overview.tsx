/** The start page: what is on, what waits for whom, what goes out, what is wrong, and what was changed last. */
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import type { DeskIconName } from '../../design/icons.ts'
import { listUsers } from '../accounts/accounts.tsx'
import { currentUser, hasRoleAtLeast, isLocalMode, loadList, type QueryFields } from '../api/api.ts'
import { daysLater, wallDay } from '../calendar/days.ts'
import {
  ALL_DATES_QUERY_FIELDS,
  daysQuery,
  type ListedEvent,
  loadEvents,
  loadNextEventBySeries,
  MANY_UNDER_WAY,
} from '../events/list/listed.ts'
import {
  dayHeading,
  StatusMark,
  underWayText,
  venueText,
  whenText,
  whenTextWithinDay,
} from '../events/list/texts.tsx'
import { mayCreateEvents, mayReviewSome } from '../groups/groups.ts'
import { changeAuthorText, changeText, type LoggedChange, loadChangesPageAtPath } from '../history/changes.ts'
import { keep, readKept } from '../kept/keep.ts'
import { Button } from '../parts/button.tsx'
import { Icon, Link } from '../parts/link.tsx'
import { Entry, Lines, LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { deskGroupIdSignal, navigateTo } from '../route.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { DemoNote } from '../start/demo.tsx'
import { FirstSteps } from '../start/first-steps.tsx'
import { dateTimeText, dayText, nowInSiteZone, todayOfSite, utcAsSiteTimeText } from '../time/wall.ts'
import type { ViewRoute } from '../views/parts.ts'
import { type Key, t } from '../words/index.ts'
import '../main.tsx'
import { weekendFaults } from './weekend.ts'

// A panel: a heading with the number of what waits, entries, and a link to all of them.

interface PanelEntry {
  readonly key: string | number
  readonly title: string
  /** Where it leads; undefined for what is gone. */
  readonly to: string | undefined
  /** The day above it, and its hour before it. */
  readonly day?: string
  readonly at?: string
  readonly detail?: ComponentChildren
  readonly mark?: ComponentChildren
}

interface PanelProps {
  readonly title: Key
  readonly icon: DeskIconName
  readonly load: () => Promise<{ readonly entries: readonly PanelEntry[]; readonly total?: number }>
  /** Said where there is nothing; without it, there is no panel then. */
  readonly none?: string
  /** What happened last has no end, and so no number. */
  readonly isEndless?: boolean
  /** How many entries are shown until all are asked for. */
  readonly few?: number
  /** The address of the full list, and what it is called if it isn’t told by its number. */
  readonly all?: string
  readonly allText?: Key
  /** What leads on, beside the heading. */
  readonly act?: ComponentChildren
}

const EntryLine = ({ title, to, at, detail, mark }: PanelEntry) => (
  <Entry
    picture={at !== undefined && <span class="at">{at}</span>}
    name={to === undefined ? <span class="name">{title}</span> : <Link to={to} class="name" label={title} />}
    marks={mark}
    facts={detail}
  />
)

function Panel({ title, icon, load, none, isEndless = false, few, all, allText, act }: PanelProps) {
  const [isFew, setFew] = useState(few !== undefined)
  const panel = useRef<HTMLElement>(null)
  // The button for all is gone then: the first entry that it brought gets the focus.
  useLayoutEffect(() => {
    if (few !== undefined && !isFew) panel.current?.querySelectorAll('li')[few]?.querySelector('a')?.focus()
  }, [isFew])
  const today = todayOfSite()
  const loaded = useLoaded(load, [deskGroupIdSignal.value, today])
  const { entries = [], total = entries.length } = loaded.value ?? {}
  const shown = entries.slice(0, isFew ? few : undefined)
  if (entries.length === 0 && none === undefined && loaded.fault === undefined) return null
  return (
    <section class="panel" ref={panel} aria-labelledby={`panel-${title}`}>
      <h2 id={`panel-${title}`}>
        <Icon of={icon} />
        {t(title)} {total > 0 && !isEndless && <span class="count">{total}</span>}
        {total > 0 && act}
      </h2>
      <LoadedContent of={loaded}>
        {() => (
          <>
            {entries.length === 0 && !loaded.isStale && <p class="empty">{none}</p>}
            {[...new Set(shown.map(({ day }) => day))].map((day) => (
              <Fragment key={day}>
                {day !== undefined && <h3>{dayHeading(day, today)}</h3>}
                <Lines items={shown.filter((one) => one.day === day)} keyOf={({ key }) => key}>
                  {EntryLine}
                </Lines>
              </Fragment>
            ))}
            {isFew && few !== undefined && entries.length > few && (
              <Button class="quiet" onClick={() => setFew(false)} label={t('all-of', { count: total })} />
            )}
            {all !== undefined && entries.length > 0 && (allText !== undefined || total > entries.length) && (
              <Link to={all}>{allText === undefined ? t('all-of', { count: total }) : t(allText)}</Link>
            )}
          </>
        )}
      </LoadedContent>
    </section>
  )
}

const [MAX_ENTRIES, MAX_OF_DAYS] = [6, 24]

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(' · ')

const entryOfEvent = (event: ListedEvent, detail: string): PanelEntry => ({
  key: event.id,
  title: event.title,
  to: `/events/${event.id}`,
  detail,
})

// Events: of today, of the days after it, and those that wait.

/** Returns the entry of an event below a day: its hour, its place, and what it is if it isn’t public as planned. */
const entryOfDay = (event: ListedEvent, day: string): PanelEntry => ({
  ...entryOfEvent(event, venueText(event)),
  at: whenTextWithinDay(event, day),
  mark: (
    <>
      {event.event_status === 'cancelled' && <span class="status trash">{t('event_status.cancelled')}</span>}
      {event.status !== 'publish' && <StatusMark status={event.status} />}
    </>
  ),
})

const ofDays = () =>
  ({
    group: deskGroupIdSignal.value,
    status: 'any',
    orderby: 'start_date',
    order: 'asc',
    per_page: MAX_OF_DAYS,
  }) as const

/** Loads what begins today, and below it what is under way: a few events, or one line for all of them. */
async function loadToday() {
  const today = todayOfSite()
  const yesterday = daysLater(today, -1)
  const last = { orderby: 'end_date', order: 'desc', per_page: MANY_UNDER_WAY } as const
  const [begins, underWay] = await Promise.all([
    loadEvents({ ...ofDays(), starts_after: yesterday, starts_before: today }),
    loadEvents({ ...ofDays(), ...daysQuery(today, yesterday), ...last }),
  ])
  const isFew = underWay.total < MANY_UNDER_WAY
  const shown = [...begins.body, ...(isFew ? underWay.body : [])].map((event) => entryOfDay(event, today))
  const all = () => ({ key: 0, title: underWayText(underWay.body, underWay.total), to: '/events' })
  return { total: begins.total + underWay.total, entries: isFew ? shown : [...shown, all()] }
}

/** The days after today that the days to come are. */
const DAYS_TO_COME = 6

async function loadDaysToCome() {
  const today = todayOfSite()
  const query = { starts_after: today, starts_before: daysLater(today, DAYS_TO_COME), ...ofDays() }
  const { body, total } = await loadEvents(query)
  const entries = body.map((event) => {
    const day = wallDay(event.start_date)
    return { ...entryOfDay(event, day), day }
  })
  return { total, entries }
}

/** The address of the list of the events of some days. */
const listOfDays = (from: string, to: string) => `/events?when=between&from=${from}&to=${to}`

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

const latest = { ...ALL_DATES_QUERY_FIELDS, orderby: 'modified', order: 'desc' } as const
const whenAndWhere = (event: ListedEvent) => joined([whenText(event), venueText(event)])

/** Returns what loads the events of a query, each with what is told of it. */
const loadingEvents =
  (query: QueryFields, detailOf = whenAndWhere, markOf?: (event: ListedEvent) => ComponentChildren) =>
  async () => {
    const group = deskGroupIdSignal.value
    const { events, total } = await loadEventsOncePerSeries({ ...query, group, per_page: MAX_ENTRIES })
    const entries = events.map((event) => ({
      ...entryOfEvent(event, detailOf(event)),
      mark: markOf?.(event),
    }))
    return { total, entries }
  }

// Drafts of changes to what is published: without the panel, nobody would find them again; those that were sent wait for a reviewer.

type ListedDraft = components['schemas']['ListedDraft']

/** Loads the drafts of the events that the user may change, the newest first. */
const loadChangesDrafts = async () => (await loadList<ListedDraft>('/drafts')).body

/** Whether a draft waits for a decision of the user. */
const isDraftToReviewBySignedInUser = ({ sent_utc, author }: ListedDraft): boolean =>
  sent_utc !== '' && mayReviewSome() && author !== currentUser()?.id

/** All that waits: events, and drafts of changes, of which those to review stand with the events to review. */
function WaitingPanels() {
  const drafts = useMemo(loadChangesDrafts, [])
  const loadPending = loadingEvents({ ...latest, status: 'pending' })
  const loadToReview = async () => {
    const { total, entries } = await loadPending()
    const proposed = (await drafts).filter(isDraftToReviewBySignedInUser)
    const toReview = proposed.slice(0, MAX_ENTRIES).map(({ event, title, author_name, sent_utc }) => ({
      key: `draft ${event}`,
      title,
      to: '/review',
      detail: joined([t('changes-draft.proposed'), author_name, utcAsSiteTimeText(sent_utc)]),
    }))
    return { total: total + proposed.length, entries: [...entries, ...toReview] }
  }
  const loadDrafts = async () => {
    const own = (await drafts).filter((draft) => !isDraftToReviewBySignedInUser(draft))
    const entries = own
      .slice(0, MAX_ENTRIES)
      .map(({ event, title, author_name, modified_utc, sent_utc }) => ({
        key: event,
        title,
        to: `/events/${event}`,
        detail: joined([author_name, utcAsSiteTimeText(modified_utc), sent_utc && t('status.pending')]),
      }))
    return { total: own.length, entries }
  }
  return (
    <>
      <Panel
        title="pending"
        icon="inbox"
        load={loadToReview}
        none={t('pending.none')}
        all="/events?status=pending&when=ever"
        act={mayReviewSome() && <Link to="/review" class="button quiet" label={t('review')} />}
      />
      {!isLocalMode() && (
        <Panel
          title="waits-for-me"
          icon="user-round"
          load={loadingEvents({ ...latest, status: 'any', assignee: 'me' })}
          all="/events?waits=me&when=ever"
        />
      )}
      <Panel
        title="drafts"
        icon="file-text"
        load={loadingEvents({ ...latest, status: 'draft' })}
        all="/events?status=draft&when=ever"
      />
      <Panel title="changes-drafts" icon="file-text" load={loadDrafts} />
      <Panel
        title="scheduled"
        icon="clock"
        load={loadingEvents(
          { ...ALL_DATES_QUERY_FIELDS, status: 'future', orderby: 'date', order: 'asc' },
          ({ date }) => t('comes-out', { at: dateTimeText(date) }),
        )}
        all="/events?status=future&when=ever"
      />
    </>
  )
}

// What is wrong: events of the weekend that lack something, and what comes in or goes out no more.

async function loadFaultsOfWeekend() {
  const faulty = await weekendFaults(deskGroupIdSignal.value)
  const entries = faulty.map(({ event, faults }) => ({
    ...entryOfEvent(event, ''),
    detail: (
      <span>
        {whenText(event)} · <strong>{faults}</strong>
      </span>
    ),
  }))
  return { entries }
}

type Subscription = components['schemas']['Subscription']
type Webhook = components['schemas']['Webhook']

/** Loads the subscriptions and webhooks that fail, by the hosts of their addresses. */
async function loadFailing() {
  const [{ body: incoming }, { body: outgoing }] = await Promise.all([
    loadList<Subscription>('/subscriptions'),
    loadList<Webhook>('/webhooks'),
  ])
  const entryOf = (to: string, kind: Key) => (one: { readonly id: number; readonly address: string }) => ({
    key: `${to} ${one.id}`,
    title: new URL(one.address).host,
    to,
    detail: t(kind),
  })
  const entries = [
    ...incoming.filter(({ failures }) => failures > 0).map(entryOf('/subscriptions', 'one.subscription')),
    ...outgoing
      .filter(({ failures, switched_off }) => failures > 0 || switched_off !== '')
      .map(({ id, url: address }) => entryOf('/webhooks', 'one.webhook')({ id, address })),
  ]
  return { entries }
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

/** What a write did, and who: a sentence, but for what several items share. */
function writeText({ change, titles }: LoggedWrite): string {
  const who = changeAuthorText(change)
  return titles.size > 1
    ? `${t('changed.others', { count: titles.size - 1 })} · ${who}`
    : `${who} ${changeText(change)}`
}

/** Loads the latest writes of events and of series, which the log has apart, and where each leads: a series to its next date. */
async function loadWrites() {
  const pages = await Promise.all(
    ['event', 'series'].map((resource) =>
      loadChangesPageAtPath('/audit', { resource, per_page: CHANGES_PER_PAGE }),
    ),
  )
  const changes = pages.flatMap(({ body }) => body).toSorted((one, other) => other.id - one.id)
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

/** Loads the changes of events and series, for those who may read the log. */
async function loadChanges() {
  const writes = await loadWrites()
  const entries = writes.map(({ change, titles, event }) => ({
    key: change.id,
    title: change.title,
    to: event === undefined ? undefined : `/events/${event}`,
    detail: joined([writeText({ change, titles }), utcAsSiteTimeText(change.at_utc)]),
  }))
  return { entries }
}

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
          <span class="detail">{utcAsSiteTimeText(reset_asked_utc)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Stored in sessionStorage, so that the setup page opens automatically only once. */
const SEEN = 'fasti-desk-start'

/** What to do first where there are no events to see. The set-up opens by itself while there are no users. */
function Begin({ filled }: { readonly filled: () => void }) {
  useEffect(() => {
    if (!isLocalMode() || readKept(SEEN, 'sessionStorage') !== null) return
    keep(SEEN, 'yes', 'sessionStorage')
    void navigateTo('/start')
  }, [])
  return (
    <section class="begin" aria-labelledby="begin">
      {/* Others don’t see the drafts of everybody: the calendar may not be empty. */}
      <h2 id="begin">{t(hasRoleAtLeast('editor') ? 'first' : 'first.seen')}</h2>
      {hasRoleAtLeast('administrator') && (
        <p class="actions">
          <Link to="/start" class={isLocalMode() ? 'button main' : 'button'}>
            <Icon of="settings" />
            {t('set-up')}
          </Link>
        </p>
      )}
      <FirstSteps filled={filled} />
    </section>
  )
}

/** The overview of those who write. */
function WritersOverview() {
  const [turn, setTurn] = useState(0)
  const again = () => setTurn(turn + 1)
  const { value: any, fault } = useLoaded(
    () => loadEvents({ ...ALL_DATES_QUERY_FIELDS, status: 'any', per_page: 1 }),
    [turn],
  )
  const isEmpty = any?.total === 0
  const isAdministrator = hasRoleAtLeast('administrator')
  const isEditor = hasRoleAtLeast('editor')
  const today = todayOfSite()
  return (
    <>
      <ViewHeading text={t('overview')}>
        <p class="detail">{dayText(nowInSiteZone())}</p>
      </ViewHeading>
      {isAdministrator && !isLocalMode() && <ResetRequests key={turn} />}
      {isAdministrator && <DemoNote key={turn} after={again} />}
      {isAdministrator && <Panel key={turn} title="failing" icon="circle-alert" load={loadFailing} />}
      {isEmpty && <Begin filled={again} />}
      {/* They load meanwhile, and none is seen where there are no events. */}
      <div class="panels" key={turn} hidden={isEmpty || (any ?? fault) === undefined}>
        <div>
          <Panel
            title="calendar.today"
            icon="calendar"
            load={loadToday}
            none={t('today.none')}
            all={listOfDays(today, today)}
          />
        </div>
        <div>
          <WaitingPanels />
          <Panel
            title="weekend"
            icon="circle-alert"
            load={loadFaultsOfWeekend}
            none={t('weekend.fine')}
            few={5}
          />
        </div>
        <div>
          <Panel
            title="week-ahead"
            icon="calendar-days"
            load={loadDaysToCome}
            none={t('coming.none')}
            all={listOfDays(daysLater(today, 1), daysLater(today, DAYS_TO_COME))}
          />
          <Panel
            title="changed"
            icon="history"
            load={
              isEditor
                ? loadChanges
                : loadingEvents(
                    { ...latest, status: 'any' },
                    ({ modified }) => dateTimeText(modified),
                    ({ status }) => <StatusMark status={status} />,
                  )
            }
            none={t('changed.none')}
            isEndless
            all={isEditor ? '/log' : '/events?when=ever&order=modified-desc'}
            {...(isEditor && { allText: 'log' as const })}
          />
        </div>
      </div>
    </>
  )
}

function Overview() {
  if (mayCreateEvents()) return <WritersOverview />
  return (
    <>
      <ViewHeading text={t('overview')} />
      <p>{t('subscriber')}</p>
    </>
  )
}

export const overviewRoutes: readonly ViewRoute[] = [[/^\/$/, () => <Overview />]]
