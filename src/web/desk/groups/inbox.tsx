import { useRef, useState } from 'preact/hooks'
import { callApi, loadList } from '../api/api.ts'
import type { EventItem } from '../api/types.ts'
import { NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'
import { keep, readKept } from '../kept/keep.ts'
import { Button, KeyMark } from '../parts/button.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { ReviewEntryContent } from '../review/card.tsx'
import { ReviewQueue, useShownEntry } from '../review/queue.tsx'
import type { ReviewedEntry } from '../review/review.ts'
import { deskGroupIdSignal } from '../route.ts'
import { useShortcutKeys } from '../shell/keys.ts'
import { ViewHeading } from '../shell/view-heading.tsx'
import { t } from '../words/index.ts'

// The events of groups with review that are not in the main calendar yet.

const PER_PAGE = 100

/** Loads the public events that have not ended and wait for a place in the main calendar, of one group if it is not empty; of each series one. */
function loadEventsAwaitingMainCalendar(group: string) {
  const within = group === '' ? {} : { group }
  const query = { awaits_main: true, ...within, collapse: 'series', orderby: 'start_date', order: 'asc' }
  return loadList<EventItem>('/events', { ...NOT_ENDED_QUERY_FIELDS, ...query, per_page: PER_PAGE })
}

/** Puts an event, of a series all its dates, into the main calendar or takes it out. Throws a Fault. */
async function setInMainCalendar({ id, series }: EventItem, in_main: boolean): Promise<void> {
  const body = { in_main, ...(series !== null && { apply_to: 'all' }) }
  await callApi('PATCH', `/events/${id}`, { body })
}

const KEPT_AS = 'fasti-desk-left-out'
/** The most events that are remembered. */
const MOST = 2000

/** The ids of events that were left out in this browser: the service keeps no such decision. */
const eventIdsLeftOutInThisBrowser = (): ReadonlySet<number> =>
  new Set((readKept(KEPT_AS) ?? '').split(' ').filter(Boolean).map(Number))

/** Leaves an event out, or takes that back. */
function rememberLeftOutInBrowser(id: number, isOut: boolean): void {
  const ids = new Set(eventIdsLeftOutInThisBrowser())
  if (isOut) ids.add(id)
  else ids.delete(id)
  keep(KEPT_AS, [...ids].slice(-MOST).join(' '))
}

// The inbox of the main calendar: what groups published, one at a time, to take over or to leave out.

const entryOf = (event: EventItem): ReviewedEntry => ({
  key: String(event.id),
  event,
  since: event.modified_utc,
  version: '',
  similar: [],
})

interface EntryProps {
  readonly entry: ReviewedEntry
  readonly move: (by: 1 | -1) => void
  /** Lists what waits again, after a decision. */
  readonly reload: () => void
}

/** Deciding by buttons and keys. A second press decides nothing twice. */
function useDeciding({ entry: { event }, move, reload }: EntryProps) {
  const decided = useRef(0)
  const { id, title } = event
  const failed = (error: unknown) => {
    decided.current = 0
    showFault(error)
  }
  const undo = () =>
    setInMainCalendar(event, false).then(() => {
      // It may not have left the list yet.
      decided.current = 0
      reload()
    }, failed)
  const accept = () => {
    if (decided.current === id) return
    decided.current = id
    setInMainCalendar(event, true).then(() => {
      notify(t('main-inbox.accepted', { title }), () => void undo())
      reload()
    }, failed)
  }
  const leave = () => {
    rememberLeftOutInBrowser(id, true)
    notify(t('main-inbox.left', { title }), () => {
      rememberLeftOutInBrowser(id, false)
      reload()
    })
    reload()
  }
  useShortcutKeys({ a: accept, x: leave, j: () => move(1), k: () => move(-1) }, [
    ['a', t('main-inbox.accept')],
    ['x', t('main-inbox.leave')],
    ['j', t('review.next')],
    ['k', t('previous')],
  ])
  return { accept, leave }
}

function Entry(props: EntryProps) {
  const { entry, move, reload } = props
  const { accept, leave } = useDeciding(props)
  return (
    <div class="review">
      <div class="beside">
        <ReviewEntryContent entry={entry} reload={reload} />
        <div>
          <p class="detail">{t('main-inbox.from', { group: entry.event.group?.name ?? '' })}</p>
          <div class="actions decide">
            <Button class="main" aria-keyshortcuts="a" onClick={accept}>
              {t('main-inbox.accept')} <KeyMark of="a" />
            </Button>
            <Button aria-keyshortcuts="x" onClick={leave}>
              {t('main-inbox.leave')} <KeyMark of="x" />
            </Button>
            <Button aria-keyshortcuts="j" onClick={() => move(1)}>
              {t('review.next')} <KeyMark of="j" />
            </Button>
          </div>
          <p class="hint">{t('main-inbox.leave.hint')}</p>
        </div>
      </div>
    </div>
  )
}

interface QueueProps {
  readonly waiting: readonly EventItem[]
  readonly reload: () => void
}

function Queue({ waiting, reload }: QueueProps) {
  const place = useShownEntry()
  const [isAll, setAll] = useState(false)
  const out = eventIdsLeftOutInThisBrowser()
  const shown = waiting.filter(({ id }) => isAll || !out.has(id)).map(entryOf)
  const keys = shown.map(({ key }) => key)
  const index = place.indexIn(keys)
  const entry = shown[index]
  const hidden = waiting.length - shown.length
  return (
    <>
      {entry === undefined ? (
        <p class="empty">{t('main-inbox.none')}</p>
      ) : (
        <div class="review-desk">
          <ReviewQueue all={shown} index={index} show={(at) => place.show(keys, at)} />
          <Entry key={entry.key} entry={entry} move={(by) => place.show(keys, index + by)} reload={reload} />
        </div>
      )}
      {hidden > 0 && (
        <Button
          class="quiet"
          onClick={() => setAll(true)}
          label={t('main-inbox.hidden', { count: hidden })}
        />
      )}
    </>
  )
}

export function MainInbox() {
  const group = deskGroupIdSignal.value
  const loaded = useLoaded(() => loadEventsAwaitingMainCalendar(group), [group])
  return (
    <>
      <ViewHeading text={t('main-inbox')} />
      <p class="hint">{t('main-inbox.hint')}</p>
      <LoadedContent of={loaded}>
        {({ body }) => <Queue waiting={body} reload={loaded.reload} />}
      </LoadedContent>
    </>
  )
}
