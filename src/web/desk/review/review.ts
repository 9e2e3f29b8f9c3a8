/** The review queue: public submissions, and all other pending events. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { type ApiResponse, callApi, loadAllPages, loadList, loadWholeList } from '../api/api.ts'
import { RequestFault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'
import type { ChangesDraft } from '../events/changes-draft.ts'
import { ALL_DATES_QUERY_FIELDS } from '../events/list/listed.ts'
import { mayReviewInGroup, mayReviewSome } from '../groups/groups.ts'
import { epochMillisecondsNow, wallEpoch } from '../time/wall.ts'
import { type EventReview, loadLastReview } from './last-review.tsx'

type Submission = components['schemas']['Submission']
type ListedDraft = components['schemas']['ListedDraft']
type DraftOfEvent = components['schemas']['DraftOfEvent']
type SimilarItem = EventReview['similar'][number]
export type Decision = 'approve' | 'ask' | 'reject'

/** An entry of the queue. `submission` is undefined for an event of a user or an import. */
export interface ReviewQueueEntry {
  readonly key: string
  readonly event: EventItem
  readonly submission?: Submission | undefined
  /** Since when it waits, in UTC. */
  readonly since: string
  /** The question of a reviewer that the submitter or author has not answered; undefined for none. */
  readonly question?: string | undefined
  /** The changes that its author proposes, if the event is public; it is then as it would be with them. */
  readonly draft?: ChangesDraft
}

/** Whether all of an entry is over, so that publishing it invites to nothing; of a series, its last date is not known here. */
export const isPast = ({ event: { series, utc_end_date } }: Pick<ReviewQueueEntry, 'event'>): boolean =>
  series === null && (wallEpoch(utc_end_date) ?? 0) < epochMillisecondsNow()

export const isWaitingForAnswer = ({ question }: Pick<ReviewQueueEntry, 'question'>): boolean =>
  question !== undefined

const isOfGroup = (group: string, event: Pick<EventItem, 'group'>) =>
  group === '' || Number(group) === (event.group?.id ?? 0)

type SubmissionPage = components['schemas']['SubmissionList']

/** The bytes that submissions take which nobody approved, and the most they may take. */
export type SubmissionStorageUse = Required<Pick<SubmissionPage, 'space_used' | 'space_limit'>>

/** Loads the pending submissions that the user reviews, and their space; none if the service takes none. */
async function listSubmissions(): Promise<{
  readonly submissions: readonly Submission[]
  readonly space: SubmissionStorageUse | undefined
}> {
  let space: SubmissionStorageUse | undefined
  if (!mayReviewSome()) return { submissions: [], space: undefined }
  try {
    const submissions = await loadAllPages(async (page) => {
      const query = { per_page: 50, page }
      const { body, pages } = await callApi<SubmissionPage>('GET', '/submissions', { query })
      const { space_used, space_limit } = body
      if (space_used !== undefined && space_limit !== undefined) space = { space_used, space_limit }
      return { body: body.submissions, pages }
    })
    return { submissions, space }
  } catch (error) {
    if (error instanceof RequestFault && error.status === 404) return { submissions: [], space: undefined }
    throw error
  }
}

/** Loads the pending events on which the user decides, oldest first; of one group, if it is not empty; one of each series, since all its dates are reviewed together. */
async function listPending(group: string): Promise<readonly EventItem[]> {
  const order = { orderby: 'id', order: 'asc', collapse: 'series' }
  const query = { ...ALL_DATES_QUERY_FIELDS, status: 'pending', group, ...order }
  const events = await loadWholeList<EventItem>('/events', query)
  return events.filter((event) => mayReviewInGroup(event.group?.id ?? 0))
}

/** Loads the events of users about which a reviewer asked the author, who has not sent them again; of one group, if it is not empty. */
async function listAsked(group: string): Promise<readonly ReviewQueueEntry[]> {
  if (!mayReviewSome()) return []
  const reviews = await loadWholeList<EventReview>('/reviews', { per_page: 50 })
  return reviews.flatMap(({ event, message, decided_utc }) =>
    event === null || !isOfGroup(group, event)
      ? []
      : [{ key: `e${event.id}`, event, since: decided_utc, question: message }],
  )
}

/** Loads the changes that authors propose to public events; of one group, if it is not empty. */
async function listProposed(group: string): Promise<readonly ReviewQueueEntry[]> {
  if (!mayReviewSome()) return []
  const { body } = await loadList<ListedDraft>('/drafts')
  const sent = body.filter(({ sent_utc }) => sent_utc !== '')
  const found = await Promise.all(
    sent.map(async ({ event }) => (await callApi<DraftOfEvent>('GET', `/events/${event}/draft`)).body.draft),
  )
  return found.flatMap((draft) => {
    if (draft === null || draft.sent_utc === '') return []
    const { preview: event, sent_utc: since } = draft
    const isOwn = isOfGroup(group, event) && mayReviewInGroup(event.group?.id ?? 0)
    return isOwn ? [{ key: `d${event.id}`, event, since, draft }] : []
  })
}

/** The waiting events, and the space of what the public sent; undefined if the service takes no submissions. */
interface Queue {
  readonly all: readonly ReviewQueueEntry[]
  readonly space: SubmissionStorageUse | undefined
}

/** Loads all dates of a series that are not in the trash, by their start. */
export const loadDatesOfSeries = (series: number): Promise<readonly EventItem[]> =>
  loadWholeList('/events', { ...ALL_DATES_QUERY_FIELDS, series, status: 'any' })

/** The queue, of one group if it is not empty: submissions in the order of the service, then all other events that are pending, whoever made them; proposed changes; last what is asked. */
export async function listReviewQueue(group: string): Promise<Queue> {
  const { submissions, space } = await listSubmissions()
  const [events, asked, proposed] = await Promise.all([
    listPending(group),
    listAsked(group),
    listProposed(group),
  ])
  const own = submissions.flatMap((submission) => {
    const { event } = submission
    const question = submission.status === 'asked' ? submission.message : undefined
    if (event === null || !isOfGroup(group, event)) return []
    return [{ key: `s${submission.id}`, event, submission, since: submission.created_utc, question }]
  })
  const ids = new Set(own.map(({ event }) => event.id))
  const series = new Set(own.flatMap(({ event }) => event.series?.id ?? []))
  const others = events.filter(
    (event) => !ids.has(event.id) && (event.series === null || !series.has(event.series.id)),
  )
  const ofUsers: readonly ReviewQueueEntry[] = others.map((event) => ({
    key: `e${event.id}`,
    event,
    since: event.modified_utc,
  }))
  const all: readonly ReviewQueueEntry[] = [...own, ...ofUsers, ...proposed, ...asked]
  return { all: [...all.filter((one) => !isWaitingForAnswer(one)), ...all.filter(isWaitingForAnswer)], space }
}

export interface ReviewedEntry extends ReviewQueueEntry {
  /** Of what is seen; a decision on anything else is refused. */
  readonly version: string
  readonly similar: readonly SimilarItem[]
  /** The author of an event of users; empty where it has none, such as an imported one, or whose account is deleted. */
  readonly author_name?: string | undefined
}

/** Whether somebody reads what is asked: who submitted the entry, proposed the change, or is the author. */
export const hasReader = ({ draft, author_name }: ReviewedEntry): boolean =>
  (draft?.author_name ?? author_name) !== ''

export async function loadReviewedEntry(entry: ReviewQueueEntry): Promise<ReviewedEntry> {
  const review = entry.submission ?? (await loadLastReview(entry.event.id))
  const { version, similar, event } = review
  const shown = entry.draft === undefined ? (event ?? entry.event) : entry.event
  const author_name = 'author_name' in review ? review.author_name : undefined
  return { ...entry, event: shown, version, similar, author_name }
}

/** Sends the decision on an entry. An event of a user that is not approved becomes a draft again. */
export async function sendDecision(
  { event, submission, version }: ReviewedEntry,
  decision: Decision,
  message: string,
): Promise<ApiResponse<unknown>> {
  const path = submission === undefined ? `/events/${event.id}` : `/submissions/${submission.id}`
  return callApi('POST', `${path}/decision`, { body: { decision, message, version } })
}
