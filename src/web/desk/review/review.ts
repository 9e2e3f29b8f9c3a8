/** The review queue: public submissions, and pending events of contributors. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { Fault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'

type Submission = components['schemas']['Submission']
export type EventReview = components['schemas']['EventReview']
export type Similar = EventReview['similar'][number]
export type Decision = 'approve' | 'ask' | 'reject'

/** An entry of the queue. `submission` is undefined for an event of a contributor. */
export interface Waiting {
  readonly key: string
  readonly event: EventItem
  readonly submission: Submission | undefined
}

/** A date before all pending events, valid in every time zone. */
const FIRST = '1000-01-03'

/** Loads the pending submissions; empty if the service takes none. */
async function listSubmissions(): Promise<readonly Submission[]> {
  try {
    const loading = callApi<{ submissions: readonly Submission[] }>('GET', '/submissions', {
      query: { per_page: 50 },
    })
    return (await loading).body.submissions
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return []
    throw error
  }
}

/** The queue: submissions in the order of the service, then events of contributors, oldest first. */
export async function listWaiting(): Promise<readonly Waiting[]> {
  const submissions = await listSubmissions()
  const query = { status: 'pending', starts_after: FIRST, per_page: 100, orderby: 'id', order: 'asc' }
  const { events } = (await callApi<{ events: readonly EventItem[] }>('GET', '/events', { query })).body
  const own = submissions.flatMap((submission) => {
    const { event } = submission
    return event === null ? [] : [{ key: `s${submission.id}`, event, submission }]
  })
  const ids = new Set(own.map(({ event }) => event.id))
  const series = new Set<number>()
  const isFirst = ({ series: one }: EventItem) => {
    if (one === null) return true
    if (series.has(one.id)) return false
    series.add(one.id)
    return true
  }
  // All dates of a series are reviewed together.
  const others = events.filter(
    (event) => !ids.has(event.id) && String(event.author) !== '0' && isFirst(event),
  )
  return [...own, ...others.map((event) => ({ key: `e${event.id}`, event, submission: undefined }))]
}

/** Loads the last review of an event, and similar items. */
export async function readReview(id: number): Promise<EventReview> {
  return (await callApi<EventReview>('GET', `/events/${id}/review`)).body
}

/** Loads the items similar to an entry. */
export const similarOf = async ({ event, submission }: Waiting): Promise<readonly Similar[]> =>
  submission?.similar ?? (await readReview(event.id)).similar

/** Sends the decision on an entry. A contributor's event that is not approved becomes a draft again. */
export async function decide(
  { event, submission }: Waiting,
  decision: Decision,
  message: string,
): Promise<void> {
  const path = submission === undefined ? `/events/${event.id}` : `/submissions/${submission.id}`
  await callApi('POST', `${path}/decision`, { body: { decision, message } })
}
