/** The problem codes of the operations of editors (ext.). */
import type { EditingToolOperationName } from '../operations/editing.ts'
import type { TranslatingOperationName } from '../operations/translating.ts'
import { isPublishable, resourceNames } from '../resources/index.ts'
import {
  bodySendingCodes,
  type FindProblemCodes,
  findUpdatingProblemCodes,
  type ProblemCodeList,
  signedInCodes,
} from './item-problem-codes.ts'

const sent: ProblemCodeList = [...bodySendingCodes, 'rest_missing_callback_param']

/** The codes of each action. */
export const editingToolProblemCodes: {
  readonly [A in EditingToolOperationName | TranslatingOperationName]: FindProblemCodes | ProblemCodeList
} = {
  revert: (name, operation) => [
    ...findUpdatingProblemCodes(name, operation),
    'rest_missing_callback_param',
    'change-not-found',
    'change-not-recorded',
  ],
  undo: [
    ...sent,
    'write-not-found',
    'change-not-recorded',
    'change-overtaken',
    'term_exists',
    'item-merged',
    ...resourceNames.map((name) => `${name}-not-found` as const),
    ...resourceNames.filter(isPublishable).map((name) => `${name}-no-longer-available` as const),
  ],
  duplicate: [
    ...sent,
    'event-not-found',
    'event-not-accessible',
    'event-password-protected',
    'event-no-longer-available',
    'rest_idempotency_conflict',
    'rest_idempotency_key_reused',
  ],
  // Merging changes no name.
  merge: (name, operation) => [
    ...findUpdatingProblemCodes(name, operation).filter((code) => code !== 'term_exists'),
    'rest_missing_callback_param',
  ],
  'list-translations': [...signedInCodes, 'rest_invalid_param', 'rest_missing_callback_param'],
  // It changes no name.
  translate: (name, operation) => [
    ...findUpdatingProblemCodes(name, operation).filter((code) => code !== 'term_exists'),
    'rest_no_route',
    'rest_missing_callback_param',
    'translation_exists',
    'translation_failed',
  ],
  bulk: [...sent, 'event-not-found', 'event-no-longer-available', 'review_outdated'],
}
