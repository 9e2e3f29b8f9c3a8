/** The operation that reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event (ext.). */
import { markedAsExtension, required } from '../arg.ts'
import * as kind from '../kinds.ts'

/** For users who may write events. The language of the line is that of the root. Nothing is written. */
export const quickEventOperations = [
  {
    path: '/quick-event',
    address: {},
    action: 'read-quick-event',
    methods: ['GET'],
    args: { text: markedAsExtension(required(kind.title(200))) },
  },
] as const

export type QuickEventOperationName = (typeof quickEventOperations)[number]['action']
