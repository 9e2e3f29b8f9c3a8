/** Operations on the draft of changes to an event: the public goes on seeing the event as it is until the draft is applied (ext.). */
import { markedAsExtension, optional, required } from '../../arg.ts'
import { collectArgsByOperation } from '../../args-of.ts'
import * as kind from '../../kinds.ts'

const seen = markedAsExtension(optional(kind.integer(0)))

const published = markedAsExtension(optional(kind.boolean))

const review = markedAsExtension(optional(kind.boolean))

const ofEvent = {
  resource: 'event',
  by: 'id',
  address: { id: required(kind.integer(0)) },
  path: '/events/{id}/draft',
  args: {},
} as const

/** The operations on drafts of changes of events, in the order of the index. */
export const eventChangesDraftOperations = [
  { path: '/drafts', address: {}, action: 'list-drafts', methods: ['GET'], args: {} },
  { ...ofEvent, action: 'read-draft', methods: ['GET'] },
  {
    ...ofEvent,
    action: 'keep-draft',
    methods: ['PUT'],
    args: { changes: markedAsExtension(required(kind.eventDraftChanges)), seen, review },
  },
  { ...ofEvent, action: 'discard-draft', methods: ['DELETE'], args: { seen, published } },
  { ...ofEvent, path: '/events/{id}/draft/apply', action: 'apply-draft', methods: ['POST'], args: { seen } },
] as const

export type EventChangesDraftOperationName = (typeof eventChangesDraftOperations)[number]['action']

/** The actions on drafts of changes. */
export const eventChangesDraftOperationNames: readonly EventChangesDraftOperationName[] =
  eventChangesDraftOperations.map(({ action }) => action)

/** The args of the operations on drafts of changes of events, by the name of the operation. */
export const eventChangesDraftArgsByOperation = collectArgsByOperation(eventChangesDraftOperations)
