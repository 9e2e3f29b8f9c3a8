/** The changes of items as other programs follow them (contract §13, ext.): their actions, and the args of their list. */
import { defaulted, markedAsExtension, optional } from '../../arg.ts'
import { collectArgsByOperation } from '../../args-of.ts'
import * as kind from '../../kinds.ts'

/** The outcomes of a change for an item, as a viewer sees it. */
export const changeActions = ['created', 'updated', 'removed'] as const
export type ChangeAction = (typeof changeActions)[number]

/** The media type of the stream of changes: Server-Sent Events. */
export const EVENT_STREAM_TYPE = 'text/event-stream'

/** The most changes of one page; a higher `per_page` is lowered to it. */
export const MAX_CHANGES_PER_PAGE = 1000

const followed = {
  since: markedAsExtension(optional(kind.integer(0))),
  group: markedAsExtension(optional(kind.references(true))),
}

/** Operations on changes, in the order of the index. */
export const changeOperations = [
  {
    path: '/changes',
    address: {},
    action: 'list-changes',
    methods: ['GET'],
    args: { ...followed, per_page: markedAsExtension(defaulted(kind.integer(1), 100)) },
  },
  {
    path: '/changes/stream',
    address: {},
    action: 'stream-changes',
    methods: ['GET'],
    args: followed,
  },
] as const

/** The args of the operations on the list and the stream of changes, by the name of the operation. */
export const changeArgsByOperation = collectArgsByOperation(changeOperations)

export const changeOperationNames = changeOperations.map(({ action }) => action)
export type ChangeOperationName = (typeof changeOperations)[number]['action']
