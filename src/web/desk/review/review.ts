/** What waits for a decision: submissions of the public, and pending events of contributors. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { ask } from '../api/ask.ts'
import { Fault } from '../api/faults.ts'
import type { EventItem } from '../api/types.ts'

export type Submission = components['schemas']['Submission']
export type Decision = 'approve' | 'ask' | 'reject'

/** One entry of the queue; `submission` is undefined for an event of a contributor. */
export interface Waiting {
  readonly key: string
  readonly event: EventItem
  readonly submission: Submission | undefined
}

/** Earlier than any event that waits, and a date in every time zone. */
const FIRST = '1000-01-03'

/** The submissions that wait; none where the service takes none. */
async function listSubmissions(): Promise<readonly Submission[]> {
  try {
    const asked = ask<{ submissions: readonly Submission[] }>('GET', '/submissions', {
      query: { per_page: 50 },
    })
    return (await asked).body.submissions
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return []
    throw error
  }
}

/** The queue: submissions as the service orders them, then events of contributors, oldest first. */
export async function listWaiting(): Promise<readonly Waiting[]> {
  const submissions = await listSubmissions()
  const query = { status: 'pending', starts_after: FIRST, per_page: 100, orderby: 'id', order: 'asc' }
  const { events } = (await ask<{ events: readonly EventItem[] }>('GET', '/events', { query })).body
  const own = submissions.flatMap((submission) => {
    const { event } = submission
    return event === null ? [] : [{ key: `s${submission.id}`, event, submission }]
  })
  const ids = new Set(own.map(({ event }) => event.id))
  const others = events.filter(({ id, author }) => !ids.has(id) && String(author) !== '0')
  return [...own, ...others.map((event) => ({ key: `e${event.id}`, event, submission: undefined }))]
}

/** Decides on an entry. A contributor's event that is not approved becomes a draft again. */
export async function decide(
  { event, submission }: Waiting,
  decision: Decision,
  message: string,
): Promise<void> {
  if (submission !== undefined) {
    await ask('POST', `/submissions/${submission.id}/decision`, { body: { decision, message } })
    return
  }
  const status = decision === 'approve' ? 'publish' : 'draft'
  await ask('PATCH', `/events/${event.id}`, { body: { status } })
}
