/** Costs (contract §1.7): the cost is stored as sent, and its representation derives from that. */

import { because, type RefusalReason } from '../../problem.ts'
import { normalizedTextWithoutTags, textFault } from '../text/plain-text.ts'
import { currencyCodeOfSign, currencyKeyOf, narrowSymbolOfCurrencyCode } from './cost/currency-sign.ts'
import { compareDecimals, decimalTextOfNumber } from './cost/number.ts'
import {
  beginsWithPrice,
  type Price,
  type PricesInText,
  pricesIn,
  type WrittenCurrency,
} from './cost/prices.ts'
import { withPlainWidth } from './cost/tokens.ts'

/** The stored form of a cost: text, number or a list of them, as sent. */
export type CostAsSent = string | number | readonly (string | number)[]

interface Cost {
  readonly display: string
  readonly symbol: string
  /** ISO 4217, or "" if neither the sign nor the site determines it. */
  readonly code: string
  readonly position: 'prefix' | 'postfix' | ''
  /** The distinct numbers, ascending, as plain decimals. */
  readonly values: readonly string[]
  /** Each price with its currency if the prices have different currencies; empty otherwise. */
  readonly apart: readonly PlainPrice[]
}

/** A price as a plain decimal, with its ISO 4217 code or "". */
export interface PlainPrice {
  readonly value: string
  readonly code: string
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

function pricesOf(member: string | number, site: string | undefined): PricesInText {
  if (typeof member === 'number')
    return {
      prices: [{ value: decimalTextOfNumber(member), currency: undefined }],
      isPure: true,
      hasZeros: false,
    }
  return pricesIn(member.trim(), site)
}

/** The numbers of a text that count as prices: those with a currency, or, if none has one, a number that is the only one. */
function counted(prices: readonly Price[], hasZeros: boolean): readonly Price[] {
  const named = prices.filter(({ currency }) => currency !== undefined)
  if (named.length > 0) return named
  return prices.length === 1 && !hasZeros ? prices : []
}

function ascending(prices: readonly Price[]): readonly Price[] {
  const sorted = [...prices].sort((a, b) => compareDecimals(a.value, b.value))
  return sorted.filter(({ value }, at) => compareDecimals(value, sorted[at - 1]?.value ?? '') !== 0)
}

const isZero = (value: string) => /^[0.]+$/.test(value)

function shown({ value, currency: own }: Price, otherwise: WrittenCurrency | undefined): string {
  const currency = own ?? otherwise
  if (isZero(value)) return 'Free'
  if (currency === undefined) return value
  const { sign, position, space } = currency
  return position === 'prefix' ? `${sign}${space}${value}` : `${value}${space}${sign}`
}

/** Whether the prices have different currencies, compared by code if known, by sign otherwise. */
function isMixed(prices: readonly Price[], site: string | undefined): boolean {
  const signs = prices.flatMap(({ currency }) => (currency === undefined ? [] : [currency.sign]))
  return new Set(signs.map((sign) => currencyKeyOf(sign, site))).size > 1
}

function pricesApart(prices: readonly Price[], site: string | undefined): readonly PlainPrice[] {
  const apart = prices.map(({ value, currency }) => ({
    value,
    code: currency === undefined ? (site ?? '') : currencyCodeOfSign(currency.sign, site),
  }))
  const isFirst = ({ value, code }: PlainPrice, at: number) =>
    apart.findIndex((one) => one.value === value && one.code === code) === at
  return apart.filter(isFirst)
}

/** Derives the representation of a stored cost. `site` is the site's ISO 4217 code, for prices without a currency. */
export function shownCostFromSent(sent: CostAsSent | null, site?: string): Cost {
  const none = { symbol: '', code: '', position: '', apart: [] } as const
  const members: readonly (string | number)[] = sent === null ? [] : typeof sent === 'object' ? sent : [sent]
  const read = members.map((member) => pricesOf(member, site))
  const isPure = read.every((one) => one.isPure)
  const all = read.flatMap(({ prices }) => prices)
  const shownPrices = isPure
    ? all
    : counted(
        all,
        read.some(({ hasZeros }) => hasZeros),
      )
  const prices = ascending(shownPrices)
  const values = prices.map(({ value }) => value)
  const asSent = members
    .map((member) => (typeof member === 'number' ? decimalTextOfNumber(member) : member.trim()))
    .join(', ')
  if (isMixed(all, site)) return { ...none, display: asSent, values, apart: pricesApart(shownPrices, site) }
  const own = all.find(({ currency }) => currency !== undefined)?.currency
  const bySite: WrittenCurrency | undefined =
    site === undefined ? undefined : { sign: narrowSymbolOfCurrencyCode(site), position: 'prefix', space: '' }
  const currency = own ?? (values.length > 0 ? bySite : undefined)
  const display = isPure ? range(prices, currency) : asSent
  if (currency === undefined) return { display, ...none, values }
  const code = own === undefined ? (site ?? '') : currencyCodeOfSign(own.sign, site)
  return { display, symbol: currency.sign, code, position: currency.position, values, apart: [] }
}

function range(prices: readonly Price[], currency: WrittenCurrency | undefined): string {
  const [low, high] = [prices[0], prices.at(-1)]
  if (low === undefined || high === undefined) return ''
  const [from, to] = [shown(low, currency), shown(high, currency)]
  return from === to ? from : `${from} – ${to}`
}
