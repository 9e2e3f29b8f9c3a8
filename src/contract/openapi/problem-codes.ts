/** The problem codes of each action, beside those that every operation can respond with (contract §5, §6). */
import type { OperationName } from '../operations.ts'
import {
  bodySendingCodes,
  type FindProblemCodes,
  findFeedProblemCodes,
  type ProblemCodeList,
} from './item-problem-codes.ts'

/** The codes of each action; those of items depend on their resource. */
export const codesByOperation: { readonly [A in OperationName]: FindProblemCodes | ProblemCodeList } = {
  index: ['rest_invalid_namespace', 'rest_invalid_param'],
  doc: [],
  feed: findFeedProblemCodes,
  mcp: [...bodySendingCodes, 'rest_missing_callback_param'],
  batch: [
    ...bodySendingCodes,
    'rest_missing_callback_param',
    'rest_batch_failed',
    'rest_idempotency_conflict',
    'rest_idempotency_key_reused',
  ],
}
