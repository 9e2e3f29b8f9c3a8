/** The problem codes of each action, beside those that every operation can respond with (contract §5, §6). */
import type { OperationName } from '../operations.ts'
import { editingToolProblemCodes } from './editing-problem-codes.ts'
import {
  bodySendingCodes,
  type FindProblemCodes,
  findFeedProblemCodes,
  ownSubmissionCodes,
  type ProblemCodeList,
  publicBodyCodes,
  signedInCodes,
  submissionsSwitchedOffProblemCodes,
} from './item-problem-codes.ts'

/** The codes of each action; those of items depend on their resource. */
export const codesByOperation: { readonly [A in OperationName]: FindProblemCodes | ProblemCodeList } = {
  index: ['rest_invalid_namespace', 'rest_invalid_param'],
  doc: [],
  audit: [...signedInCodes, 'rest_invalid_param'],
  feed: findFeedProblemCodes,
  import: [...bodySendingCodes, 'rest_missing_callback_param'],
  'preview-import': [...bodySendingCodes, 'rest_missing_callback_param'],
  mcp: [...bodySendingCodes, 'rest_missing_callback_param'],
  batch: [
    ...bodySendingCodes,
    'rest_missing_callback_param',
    'rest_batch_failed',
    'rest_idempotency_conflict',
    'rest_idempotency_key_reused',
  ],
  ...editingToolProblemCodes,
  'submission-challenge': submissionsSwitchedOffProblemCodes,
  submit: [...submissionsSwitchedOffProblemCodes, ...publicBodyCodes, 'rest_missing_callback_param'],
  'list-submissions': [...submissionsSwitchedOffProblemCodes, ...signedInCodes, 'rest_invalid_param'],
  'read-submission': ownSubmissionCodes,
  'change-submission': [
    ...ownSubmissionCodes,
    ...publicBodyCodes,
    'submission_decided',
    'submission_corrected_often',
  ],
  'withdraw-submission': [...ownSubmissionCodes, 'rest_body_too_large', 'submission_decided'],
  'submission-image': [...submissionsSwitchedOffProblemCodes, ...signedInCodes, 'submission-not-found'],
  'decide-submission': [
    ...submissionsSwitchedOffProblemCodes,
    ...bodySendingCodes,
    'rest_missing_callback_param',
    'submission-not-found',
    'submission_decided',
    'review_outdated',
  ],
  'list-asked-events': [...signedInCodes, 'rest_invalid_param'],
  'read-review': [...signedInCodes, 'event-not-found', 'event-no-longer-available'],
  'share-preview': [...signedInCodes, 'rest_body_too_large', 'event-not-found', 'event-no-longer-available'],
  'end-previews': [...signedInCodes, 'rest_body_too_large', 'event-not-found', 'event-no-longer-available'],
  'decide-event': [
    ...bodySendingCodes,
    'rest_missing_callback_param',
    'event-not-found',
    'event_not_pending',
    'review_outdated',
  ],
  'list-changes': ['rest_invalid_param', 'changes-expired'],
  'stream-changes': ['rest_invalid_param', 'changes-expired', 'changes-behind'],
}
