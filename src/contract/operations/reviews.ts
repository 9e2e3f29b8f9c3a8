/** Operations on the review of events that wait for a decision (contract §14, ext.). */
import { defaulted, markedAsExtension } from '../arg.ts'
import { collectArgsByOperation } from '../args-of.ts'
import * as kind from '../kinds.ts'
import { idInPath, pagingArgs } from '../resources/shared.ts'
import { decisionArgs } from './submissions.ts'

const ofEvent = { resource: 'event', by: 'id', address: idInPath } as const

/** The operations on reviews of events, in the order of the index. */
export const reviewOperations = [
  {
    path: '/reviews',
    address: {},
    action: 'list-asked-events',
    methods: ['GET'],
    args: {
      page: markedAsExtension(pagingArgs.page),
      per_page: markedAsExtension(defaulted(kind.integer(1, 100), 20)),
    },
  },
  { ...ofEvent, path: '/events/{id}/review', action: 'read-review', methods: ['GET'], args: {} },
  {
    ...ofEvent,
    path: '/events/{id}/decision',
    action: 'decide-event',
    methods: ['POST'],
    args: decisionArgs,
  },
] as const

export type ReviewOperationName = (typeof reviewOperations)[number]['action']

/** The args of the operations on reviews of events, by the name of the operation. */
export const reviewArgsByOperation = collectArgsByOperation(reviewOperations)
