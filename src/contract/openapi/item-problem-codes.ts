/** The problem codes of operations on items, and those that many operations have (contract §5, §6). */

import type { ProblemCode } from '../../problem.ts'
import { isListFileFormat } from '../operations/calendars/feeds.ts'
import { isMergeable } from '../operations/editing.ts'
import type { Operation } from '../operations.ts'
import { isPublishable, type PublishableName, type ResourceName } from '../resources/index.ts'

export type ProblemCodeList = readonly ProblemCode[]
/** The problem codes of operations for users who are signed in. */
const signedInCodes: ProblemCodeList = ['rest_not_logged_in', 'rest_forbidden']
/** Returns the codes for items that the client may not read: 401 without credentials, 403 otherwise. */
function hidden(name: PublishableName): ProblemCodeList {
  return [`${name}-not-accessible`, ...(name === 'event' ? (['event-password-protected'] as const) : [])]
}

/** Returns the problem codes of an operation on the items of a resource. */
export type FindProblemCodes = (name: ResourceName, operation: Operation) => ProblemCodeList

/** Returns the problem codes of listing items. */
const findListingProblemCodes: FindProblemCodes = (name) => [
  'rest_invalid_param',
  `${name}-archive-page-not-found`,
  ...(isPublishable(name) ? (['rest_forbidden_status'] as const) : []),
  // Of hidden events, which filters of both can name.
  ...(name === 'event' || name === 'series' ? (['rest_not_logged_in'] as const) : []),
  ...(isMergeable(name) ? signedInCodes : []),
]

/** Returns the problem codes of reading an item. */
const findReadingProblemCodes: FindProblemCodes = (name, { by, args }) => [
  `${name}-not-found`,
  ...(isPublishable(name) ? hidden(name) : []),
  ...(isPublishable(name) && by !== 'slug' ? ([`${name}-no-longer-available`] as const) : []),
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
]

/** Returns the problem codes of a feed or a file of events. */
export const findFeedProblemCodes: FindProblemCodes = (name, operation) => {
  const { by, scope, format, isSecret } = operation
  if (format !== undefined && isListFileFormat(format))
    return findListingProblemCodes(name, operation).filter(
      (code) => !code.endsWith('-archive-page-not-found'),
    )
  if (by !== undefined) return findReadingProblemCodes(name, operation)
  const behind =
    scope === undefined ? [] : findReadingProblemCodes(scope, { ...operation, by: 'id', args: {} })
  const hidden: ProblemCodeList = isSecret === true ? ['rest_no_route'] : []
  return ['rest_invalid_param', 'rest_forbidden_status', ...hidden, ...behind]
}
