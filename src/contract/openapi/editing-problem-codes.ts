/** The problem codes of the operations of editors (ext.). */
import type { EditingAction } from '../operations/editing.ts'
import type { Codes, OfResource } from './problem-codes.ts'

/** Returns the codes of each action, given those of writes with a body and those of updates. */
export function editingCodes(
  sending: Codes,
  updating: OfResource,
): { readonly [A in EditingAction]: OfResource | Codes } {
  const sent: Codes = [...sending, 'rest_missing_callback_param']
  return {
    revert: (name, operation) => [
      ...updating(name, operation),
      'rest_missing_callback_param',
      'change-not-found',
      'change-not-recorded',
    ],
    undo: [...sent, 'write-not-found', 'change-not-recorded', 'change-overtaken'],
    duplicate: [
      ...sent,
      'event-not-found',
      'event-not-accessible',
      'event-password-protected',
      'event-no-longer-available',
      'rest_idempotency_conflict',
      'rest_idempotency_key_reused',
    ],
    bulk: [...sent, 'event-not-found', 'event-no-longer-available'],
  }
}
