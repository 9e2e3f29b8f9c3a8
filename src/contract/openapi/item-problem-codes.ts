/** The problem codes of operations on items, and those that many operations have (contract §5, §6). */
import type { ProblemCode } from '../../problem.ts'
import { isMerged } from '../operations/editing.ts'
import type { Operation } from '../operations.ts'
import { isPublished, type PublishedName, type ResourceName } from '../resources/index.ts'

export type Codes = readonly ProblemCode[]
export const guardedCodes: Codes = ['rest_not_logged_in', 'rest_forbidden']
export const writingCodes: Codes = [...guardedCodes, 'rest_body_too_large']
export const sendingCodes: Codes = [
  ...writingCodes,
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_unsupported_media_type',
]
/** Of operations that read a body and need no credentials. */
export const unguardedCodes: Codes = [
  'rest_body_too_large',
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_unsupported_media_type',
]
/** While the public may not submit events, there is no such address. */
export const switchedOffCodes: Codes = ['rest_no_route']
export const ofOwnSubmission: Codes = [...switchedOffCodes, 'submission-not-found']
const isTerm = (name: ResourceName) => name === 'category' || name === 'tag'

/** Returns the codes for items that the client may not read: 401 without credentials, 403 otherwise. */
function hidden(name: PublishedName): Codes {
  return [`${name}-not-accessible`, ...(name === 'event' ? (['event-password-protected'] as const) : [])]
}

export type OfResource = (name: ResourceName, operation: Operation) => Codes

export const listingCodes: OfResource = (name) => [
  'rest_invalid_param',
  `${name}-archive-page-not-found`,
  ...(isPublished(name) ? (['rest_forbidden_status'] as const) : []),
  // Of hidden events, which filters of both can name.
  ...(name === 'event' || name === 'series' ? (['rest_not_logged_in'] as const) : []),
  ...(isMerged(name) ? guardedCodes : []),
]

export const readingCodes: OfResource = (name, { by, args }) => [
  `${name}-not-found`,
  ...(isPublished(name) ? hidden(name) : []),
  ...(isPublished(name) && by === 'id' ? ([`${name}-no-longer-available`] as const) : []),
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
]

export const feedCodes: OfResource = (name, operation) => {
  const { by, scope, isSecret } = operation
  if (by !== undefined) return readingCodes(name, operation)
  const behind = scope === undefined ? [] : readingCodes(scope, { ...operation, by: 'id', args: {} })
  const hidden: Codes = isSecret === true ? ['rest_no_route'] : []
  return ['rest_invalid_param', 'rest_forbidden_status', ...hidden, ...behind]
}

export const creatingCodes: OfResource = (name) => [
  ...sendingCodes,
  'rest_missing_callback_param',
  ...(isTerm(name) ? (['term_exists'] as const) : []),
  'rest_idempotency_conflict',
  'rest_idempotency_key_reused',
]

/** Writes at the address of an item that was merged into another one. */
const merging = (name: ResourceName): Codes => (isMerged(name) ? ['item-merged'] : [])

export const updatingCodes: OfResource = (name, { by }) => [
  ...sendingCodes,
  ...merging(name),
  `${name}-not-found`,
  'rest_precondition_failed',
  ...(isTerm(name) ? (['term_exists'] as const) : []),
  ...(isPublished(name) && by === 'id' ? ([`${name}-no-longer-available`] as const) : []),
]

export const removingCodes: OfResource = (name, { by, args }) => [
  ...writingCodes,
  ...merging(name),
  `${name}-not-found`,
  'rest_precondition_failed',
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
  ...(isPublished(name) && by === 'id'
    ? ([`${name}-no-longer-available`, `${name}-is-in-trash`] as const)
    : []),
]

export const historyCodes: OfResource = (name) => [
  ...guardedCodes,
  ...merging(name),
  'rest_invalid_param',
  `${name}-not-found`,
  ...(isPublished(name) ? ([`${name}-no-longer-available`] as const) : []),
]
