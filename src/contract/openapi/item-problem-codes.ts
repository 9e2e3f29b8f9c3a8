/** The problem codes of operations on items, and those that many operations have (contract §5, §6). */

import type { ProblemCode } from '../../problem.ts'
import { isListFileFormat } from '../operations/calendars/feeds.ts'
import { isMergeable } from '../operations/editing.ts'
import type { Operation } from '../operations.ts'
import { isPublishable, type PublishableName, type ResourceName } from '../resources/index.ts'

export type ProblemCodes = readonly ProblemCode[]
export const signedInCodes: ProblemCodes = ['rest_not_logged_in', 'rest_forbidden']
export const writingCodes: ProblemCodes = [...signedInCodes, 'rest_body_too_large']
export const sendingCodes: ProblemCodes = [
  ...writingCodes,
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_unsupported_media_type',
]
/** Of operations that read a body and need no credentials. */
export const publicBodyCodes: ProblemCodes = [
  'rest_body_too_large',
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_unsupported_media_type',
]
/** While the public may not submit events, there is no such address. */
export const switchedOffCodes: ProblemCodes = ['rest_no_route']
export const ownSubmissionCodes: ProblemCodes = [...switchedOffCodes, 'submission-not-found']
const isTerm = (name: ResourceName) => name === 'category' || name === 'tag'

/** Returns the codes for items that the client may not read: 401 without credentials, 403 otherwise. */
function hidden(name: PublishableName): ProblemCodes {
  return [`${name}-not-accessible`, ...(name === 'event' ? (['event-password-protected'] as const) : [])]
}

export type CodesOfResource = (name: ResourceName, operation: Operation) => ProblemCodes

export const listingCodes: CodesOfResource = (name) => [
  'rest_invalid_param',
  `${name}-archive-page-not-found`,
  ...(isPublishable(name) ? (['rest_forbidden_status'] as const) : []),
  // Of hidden events, which filters of both can name.
  ...(name === 'event' || name === 'series' ? (['rest_not_logged_in'] as const) : []),
  ...(isMergeable(name) ? signedInCodes : []),
]

export const readingCodes: CodesOfResource = (name, { by, args }) => [
  `${name}-not-found`,
  ...(isPublishable(name) ? hidden(name) : []),
  ...(isPublishable(name) && by === 'id' ? ([`${name}-no-longer-available`] as const) : []),
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
]

export const feedCodes: CodesOfResource = (name, operation) => {
  const { by, scope, format, isSecret } = operation
  if (format !== undefined && isListFileFormat(format))
    return listingCodes(name, operation).filter((code) => !code.endsWith('-archive-page-not-found'))
  if (by !== undefined) return readingCodes(name, operation)
  const behind = scope === undefined ? [] : readingCodes(scope, { ...operation, by: 'id', args: {} })
  const hidden: ProblemCodes = isSecret === true ? ['rest_no_route'] : []
  return ['rest_invalid_param', 'rest_forbidden_status', ...hidden, ...behind]
}

export const creatingCodes: CodesOfResource = (name) => [
  ...sendingCodes,
  'rest_missing_callback_param',
  ...(isTerm(name) ? (['term_exists'] as const) : []),
  'rest_idempotency_conflict',
  'rest_idempotency_key_reused',
]

/** Writes at the address of an item that was merged into another one. */
const merging = (name: ResourceName): ProblemCodes => (isMergeable(name) ? ['item-merged'] : [])

export const updatingCodes: CodesOfResource = (name, { by }) => [
  ...sendingCodes,
  ...merging(name),
  `${name}-not-found`,
  'rest_precondition_failed',
  ...(isTerm(name) ? (['term_exists'] as const) : []),
  ...(isPublishable(name) && by === 'id' ? ([`${name}-no-longer-available`] as const) : []),
]

export const removingCodes: CodesOfResource = (name, { by, args }) => [
  ...writingCodes,
  ...merging(name),
  `${name}-not-found`,
  'rest_precondition_failed',
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
  ...(name === 'group' ? (['group_not_empty'] as const) : []),
  ...(isPublishable(name) && by === 'id'
    ? ([`${name}-no-longer-available`, `${name}-is-in-trash`] as const)
    : []),
]

export const historyCodes: CodesOfResource = (name) => [
  ...signedInCodes,
  ...merging(name),
  'rest_invalid_param',
  `${name}-not-found`,
  ...(isPublishable(name) ? ([`${name}-no-longer-available`] as const) : []),
]
