/** Costs (placeholder until the grammar is written). */
export type CostSent = string | number | readonly (string | number)[]
export interface Cost {
  readonly display: string
  readonly symbol: string
  readonly code: string
  readonly position: 'prefix' | 'postfix' | ''
  readonly values: readonly string[]
}
export function acceptCost(
  raw: unknown,
): { readonly ok: true; readonly value: CostSent | null } | { readonly ok: false; readonly reason: string } {
  return typeof raw === 'string' || typeof raw === 'number'
    ? { ok: true, value: raw }
    : { ok: false, reason: 'must be text or a number' }
}
export function readCost(sent: CostSent | null, _site?: string): Cost {
  return { display: sent === null ? '' : String(sent), symbol: '', code: '', position: '', values: [] }
}
