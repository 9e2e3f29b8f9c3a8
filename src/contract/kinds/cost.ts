/** The kind for costs. */
import { type StoredCost, validateCost } from '../../domain/money/cost.ts'
import { faultResult, type Kind, valueResult } from './kind.ts'

export const cost: Kind<StoredCost | null> = {
  name: 'cost',
  shown: undefined,
  schema: {
    anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }],
  },
  read: (raw) => {
    const accepted = validateCost(raw)
    return accepted.ok ? valueResult(accepted.value) : faultResult(accepted.reason)
  },
}
