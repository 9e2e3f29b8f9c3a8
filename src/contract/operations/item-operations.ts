/** Args that operations on items of several resources have. */
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'

/** Whether an item with a trash is deleted for good. */
export const forceArgs = { force: markedAsExtension(optional(kind.boolean, false)) }
