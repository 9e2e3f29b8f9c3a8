/** Reads a cost as it is sent, to store it (contract §1.7). */
import { because, type RefusalReason } from '../../problem.ts'
import { normalizedTextWithoutTags, textFault } from '../text/plain-text.ts'
import { type CostAsSent, costTokensOf, withPlainWidth } from './cost.ts'

/** Whether a text begins with a number, or with a currency and a number. */
function beginsWithPrice(text: string): boolean {
  const [first, second, third] = costTokensOf(text.slice(0, 60), undefined, true)
  if (first?.kind !== 'currency') return first?.kind === 'number'
  return second?.kind === 'number' || (second?.kind === 'space' && third?.kind === 'number')
}

type AcceptedCost =
  | { readonly ok: true; readonly value: CostAsSent | null }
  | { readonly ok: false; readonly reason: RefusalReason }

const refused = (reason: RefusalReason): AcceptedCost => ({ ok: false, reason })
const MAX_MEMBERS = 100
const MAX_LENGTH = 2000

/** Whether the text begins with a minus sign directly before a price. */
function isNegative(text: string): boolean {
  const [, rest] = /^\s*[-−](.+)/s.exec(withPlainWidth(text)) ?? []
  return rest !== undefined && beginsWithPrice(rest)
}

function memberFault(member: unknown): RefusalReason | undefined {
  if (typeof member === 'number') {
    if (!Number.isFinite(member)) return because('not_finite')
    return member < 0 ? because('negative') : undefined
  }
  if (typeof member !== 'string') return because('not_a_cost')
  if (member.length > MAX_LENGTH) return because('too_long', { most: MAX_LENGTH })
  return textFault(member) ?? (isNegative(member) ? because('negative') : undefined)
}

/** Validates a cost as sent. Returns the value to store, null for no cost, or the reason why it is refused. */
export function parseSentCost(raw: unknown): AcceptedCost {
  const isBlank = (member: unknown) => member === null || (typeof member === 'string' && member.trim() === '')
  const members: readonly unknown[] = Array.isArray(raw) ? raw : [raw]
  if (members.length > MAX_MEMBERS) return refused(because('too_many_members', { most: MAX_MEMBERS }))
  const kept: (string | number)[] = []
  for (const sent of members) {
    const member =
      typeof sent === 'string' && sent.length <= MAX_LENGTH ? normalizedTextWithoutTags(sent) : sent
    if (isBlank(member)) continue
    const fault = memberFault(member)
    if (fault !== undefined) return refused(fault)
    if (typeof member === 'string') kept.push(member)
    if (typeof member === 'number') kept.push(member)
  }
  const [only] = kept
  if (only === undefined) return { ok: true, value: null }
  return { ok: true, value: Array.isArray(raw) ? kept : only }
}
