/** The problem codes of each action, beside those that every operation can respond with (contract §5, §6). */
import type { ProblemCode } from '../../problem.ts'
import type { Action, Operation } from '../operations.ts'
import { isPublished, type PublishedName, type ResourceName } from '../resources/index.ts'
import { editingCodes } from './editing-problem-codes.ts'

export type Codes = readonly ProblemCode[]
const guarded: Codes = ['rest_not_logged_in', 'rest_forbidden']
const writing: Codes = [...guarded, 'rest_body_too_large']
const sending: Codes = [...writing, 'rest_invalid_json', 'rest_invalid_param', 'rest_unsupported_media_type']
/** Of operations that read a body and need no credentials. */
const unguarded: Codes = [
  'rest_body_too_large',
  'rest_invalid_json',
  'rest_invalid_param',
  'rest_unsupported_media_type',
]
/** While the public may not submit events, there is no such address. */
export const off: Codes = ['rest_no_route']
const ofOwnSubmission: Codes = [...off, 'submission-not-found']
const isTerm = (name: ResourceName) => name === 'category' || name === 'tag'

/** Returns the codes for items that the client may not read: 401 without credentials, 403 otherwise. */
function hidden(name: PublishedName): Codes {
  return [`${name}-not-accessible`, ...(name === 'event' ? (['event-password-protected'] as const) : [])]
}

export type OfResource = (name: ResourceName, operation: Operation) => Codes

const listing: OfResource = (name) => [
  'rest_invalid_param',
  `${name}-archive-page-not-found`,
  ...(isPublished(name) ? (['rest_forbidden_status'] as const) : []),
  ...(name === 'event' ? (['rest_not_logged_in'] as const) : []),
]

const reading: OfResource = (name, { by, args }) => [
  `${name}-not-found`,
  ...(isPublished(name) ? hidden(name) : []),
  ...(isPublished(name) && by === 'id' ? ([`${name}-no-longer-available`] as const) : []),
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
]

const feeding: OfResource = (name, operation) => {
  const { by, scope, isSecret } = operation
  if (by !== undefined) return reading(name, operation)
  const behind = scope === undefined ? [] : reading(scope, { ...operation, by: 'id', args: {} })
  const hidden: Codes = isSecret === true ? ['rest_no_route'] : []
  return ['rest_invalid_param', 'rest_forbidden_status', ...hidden, ...behind]
}

const creating: OfResource = (name) => [
  ...sending,
  'rest_missing_callback_param',
  ...(isTerm(name) ? (['term_exists'] as const) : []),
  'rest_idempotency_conflict',
  'rest_idempotency_key_reused',
]

const updating: OfResource = (name, { by }) => [
  ...sending,
  `${name}-not-found`,
  'rest_precondition_failed',
  ...(isTerm(name) ? (['term_exists'] as const) : []),
  ...(isPublished(name) && by === 'id' ? ([`${name}-no-longer-available`] as const) : []),
]

const removing: OfResource = (name, { by, args }) => [
  ...writing,
  `${name}-not-found`,
  'rest_precondition_failed',
  ...(Object.keys(args).length > 0 ? (['rest_invalid_param'] as const) : []),
  ...(isPublished(name) && by === 'id'
    ? ([`${name}-no-longer-available`, `${name}-is-in-trash`] as const)
    : []),
]

const history: OfResource = (name) => [
  ...guarded,
  'rest_invalid_param',
  `${name}-not-found`,
  ...(isPublished(name) ? ([`${name}-no-longer-available`] as const) : []),
]

/** The codes of each action; those of items depend on their resource. */
export const codesByAction: { readonly [A in Action]: OfResource | Codes } = {
  index: ['rest_invalid_namespace', 'rest_invalid_param'],
  doc: [],
  'who-am-i': ['rest_not_logged_in'],
  'sign-in': [
    'rest_forbidden',
    'rest_body_too_large',
    'rest_invalid_json',
    'rest_invalid_param',
    'rest_unsupported_media_type',
    'rest_missing_callback_param',
    'second_factor_required',
  ],
  'sign-out': writing,
  list: listing,
  create: creating,
  read: reading,
  update: updating,
  // A UID with malformed percent-encoding matches no route.
  put: [
    ...sending,
    'rest_no_route',
    'rest_missing_callback_param',
    'rest_precondition_failed',
    'event-no-longer-available',
  ],
  remove: removing,
  history,
  audit: [...guarded, 'rest_invalid_param'],
  feed: feeding,
  import: [...sending, 'rest_missing_callback_param'],
  mcp: [...sending, 'rest_missing_callback_param'],
  batch: [
    ...sending,
    'rest_missing_callback_param',
    'rest_batch_failed',
    'rest_idempotency_conflict',
    'rest_idempotency_key_reused',
  ],
  ...editingCodes(sending, updating),
  'list-users': guarded,
  'add-user': [...sending, 'rest_missing_callback_param', 'user_exists'],
  'change-user': [...sending, 'rest_missing_callback_param', 'user-not-found', 'last_administrator'],
  'remove-user': [...writing, 'user-not-found', 'last_administrator'],
  'end-sessions': [...writing, 'user-not-found'],
  'list-tokens': [...guarded, 'user-not-found'],
  'create-token': [...sending, 'rest_missing_callback_param', 'user-not-found'],
  'revoke-token': [...writing, 'token-not-found'],
  'list-feeds': [...guarded, 'user-not-found'],
  'create-feed': [...sending, 'rest_missing_callback_param', 'user-not-found'],
  'revoke-feed': [...writing, 'feed-not-found'],
  'preview-recurrence': [...guarded, 'rest_invalid_param', 'rest_missing_callback_param'],
  'read-quick-event': [...guarded, 'rest_invalid_param', 'rest_missing_callback_param'],
  'read-demo': guarded,
  'add-demo': [...writing, 'demo_needs_empty'],
  'remove-demo': writing,
  geocode: [...guarded, 'rest_invalid_param', 'rest_missing_callback_param'],
  'read-settings': [],
  'change-settings': sending,
  'submission-challenge': off,
  submit: [...off, ...unguarded, 'rest_missing_callback_param'],
  'list-submissions': [...off, ...guarded, 'rest_invalid_param'],
  'read-submission': ofOwnSubmission,
  'change-submission': [...ofOwnSubmission, ...unguarded, 'submission_decided'],
  'withdraw-submission': [...ofOwnSubmission, 'rest_body_too_large', 'submission_decided'],
  'submission-image': [...off, ...guarded, 'submission-not-found'],
  'decide-submission': [
    ...off,
    ...sending,
    'rest_missing_callback_param',
    'submission-not-found',
    'submission_decided',
  ],
  'read-review': [...guarded, 'event-not-found', 'event-no-longer-available'],
  'decide-event': [...sending, 'rest_missing_callback_param', 'event-not-found', 'event_not_pending'],
  'read-user': [...guarded, 'user-not-found'],
  'invite-user': [...writing, 'user-not-found'],
  'list-sessions': [...guarded, 'user-not-found'],
  'end-session': [...writing, 'session-not-found'],
  'read-factor': [...guarded, 'user-not-found'],
  'begin-factor': [...sending, 'rest_missing_callback_param', 'second_factor_exists'],
  'remove-factor': [...writing, 'user-not-found', 'second_factor-not-found'],
  'confirm-factor': [
    ...sending,
    'rest_missing_callback_param',
    'second_factor-not-found',
    'second_factor_exists',
  ],
  'end-factor': [...sending, 'rest_missing_callback_param', 'second_factor-not-found'],
  'request-reset': [...unguarded, 'rest_missing_callback_param'],
  'read-reset': ['reset-not-found'],
  'use-reset': [...unguarded, 'rest_missing_callback_param', 'reset-not-found'],
  'list-webhooks': guarded,
  'add-webhook': [...sending, 'rest_missing_callback_param'],
  'read-webhook': [...guarded, 'webhook-not-found'],
  'change-webhook': [...sending, 'webhook-not-found'],
  'remove-webhook': [...writing, 'webhook-not-found'],
  'test-webhook': [...writing, 'webhook-not-found'],
  'rotate-webhook': [...writing, 'webhook-not-found'],
  'list-deliveries': [...guarded, 'rest_invalid_param', 'webhook-not-found'],
  redeliver: [...writing, 'webhook-not-found', 'delivery-not-found'],
  'list-changes': ['rest_invalid_param', 'changes-expired'],
  'stream-changes': ['rest_invalid_param', 'changes-expired'],
  'list-subscriptions': guarded,
  'add-subscription': [...sending, 'rest_missing_callback_param', 'subscription_exists'],
  'change-subscription': [...sending, 'subscription-not-found', 'subscription_exists', 'subscription_busy'],
  'end-subscription': [...writing, 'subscription-not-found'],
  'run-subscription': [...writing, 'subscription-not-found', 'subscription_busy'],
}
