/** Prepares submissions so that an operation returns a documented status. */
import { commandActor } from '../../src/api/policy.ts'
import { isOnSubmissions } from '../../src/contract/operations/submissions.ts'
import type { Moment } from '../../src/domain/time/moment.ts'
import { reviewRoom } from '../../src/review/index.ts'
import { anEvent, type Json } from './service.ts'
import type { Stage } from './stage.ts'
import { aSubmission, easilySolved } from './submitting.ts'

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const onSubmissions = new Set(reviewRoom.operations.filter(isOnSubmissions).map(({ action }) => action))

export const isSubmissionAction = (action: string): boolean => onSubmissions.has(action)

/** A submission for one request, stored without limits; `isDecided` decides it. Undefined for any other action. */
export async function submissionFor(
  { service, administrator }: Stage,
  action: string,
  isDecided: boolean,
  moment: Moment,
): Promise<{ readonly id: number; readonly secret: string } | undefined> {
  if (!isSubmissionAction(action)) return undefined
  const event = (await service.post('/events', anEvent({ status: 'pending' }), administrator)).body
  const { result } = await service.store.write({ actor: commandActor, moment }, async (store) => {
    const made = await store.proposals.add(
      {
        ...{ event_id: event.id, name: 'Bea', email: '', language: 'en', dropped: [] },
        ...{ changes: {}, size: 0, made: [], weight: 1, image: { type: 'image/gif', bytes: gif } },
      },
      moment,
    )
    const found = await store.proposals.byId(made.id)
    if (isDecided && found !== undefined)
      await store.proposals.decide(found, { decision: 'reject', message: '', by: 0 }, moment)
    return made
  })
  return result
}

/** The body of an operation on submissions; undefined if it has none. */
export async function submissionBody({ service }: Stage, action: string): Promise<Json | undefined> {
  if (action === 'submit') return aSubmission({ proof: await easilySolved(service) })
  if (action === 'change-submission') return { title: 'Market morning' }
  return action === 'decide-submission' ? { decision: 'ask', message: 'Where is it?' } : undefined
}
