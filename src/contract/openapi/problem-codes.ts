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
  feed: findFeedProblemCodes,
}
