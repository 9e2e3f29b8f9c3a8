/** The problem codes of the operations of editors (ext.). */
import type { EventChangesDraftOperationName } from '../operations/previews/event-drafts.ts'
import { isPublishable, resourceNames } from '../resources/index.ts'
import { bodySendingCodes, type ProblemCodeList, signedInCodes, writingCodes } from './item-problem-codes.ts'

const sent: ProblemCodeList = [...bodySendingCodes, 'rest_missing_callback_param']

/** The codes of each action. */
export const editingToolProblemCodes: {
  readonly [A in 'undo' | 'list-translations' | EventChangesDraftOperationName]: ProblemCodeList
} = {
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
  'list-translations': [...signedInCodes, 'rest_invalid_param', 'rest_missing_callback_param'],
  'list-drafts': signedInCodes,
  'read-draft': [...signedInCodes, 'event-not-found', 'event-no-longer-available'],
  'keep-draft': [
    ...sent,
    'event-not-found',
    'event-no-longer-available',
    'rest_precondition_failed',
    'draft_outdated',
  ],
  'discard-draft': [
    ...writingCodes,
    'rest_invalid_param',
    'event-not-found',
    'event-no-longer-available',
    'draft-not-found',
    'draft_outdated',
  ],
  'apply-draft': [
    ...bodySendingCodes,
    'event-not-found',
    'event-no-longer-available',
    'draft-not-found',
    'rest_precondition_failed',
    'draft_outdated',
  ],
}
