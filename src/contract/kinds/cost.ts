/** The kind for costs. */
import type { CostAsSent } from '../../domain/money/cost.ts'
import { parseSentCost } from '../../domain/money/sent-cost.ts'
import { faultResult, type Kind, valueResult } from './kind.ts'

export const cost: Kind<CostAsSent | null> = {
  name: 'cost',
  shown: undefined,
  schema: {
    anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }],
  },
  read: (raw) => {
    const accepted = parseSentCost(raw)
    return accepted.ok ? valueResult(accepted.value) : faultResult(accepted.reason)
  },
}
