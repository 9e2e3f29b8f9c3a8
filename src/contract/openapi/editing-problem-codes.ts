/** The problem codes of the operations of editors (ext.). */
import { isPublishable, resourceNames } from '../resources/index.ts'
import { bodySendingCodes, type ProblemCodeList, signedInCodes } from './item-problem-codes.ts'

const sent: ProblemCodeList = [...bodySendingCodes, 'rest_missing_callback_param']

/** The codes of each action. */
export const editingToolProblemCodes: {
  readonly [A in 'undo' | 'list-translations']: ProblemCodeList
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
}
