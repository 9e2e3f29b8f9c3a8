/** Operations on the review of events that wait for a decision (contract §14, ext.). */
import { argsByAction } from '../args-of.ts'
import { idInPath } from '../resources/shared.ts'
import { decisionArgs } from './submissions.ts'

const ofEvent = { resource: 'event', by: 'id', address: idInPath } as const

/** Every operation, in the order of the index. */
export const reviewOperations = [
  { ...ofEvent, path: '/events/{id}/review', action: 'read-review', methods: ['GET'], args: {} },
  {
    ...ofEvent,
    path: '/events/{id}/decision',
    action: 'decide-event',
    methods: ['POST'],
    args: decisionArgs,
  },
] as const

export type ReviewAction = (typeof reviewOperations)[number]['action']

/** The args of each action. */
export const reviewArgs = argsByAction(reviewOperations)
