/** Finds the prices in a text, and whether the text has nothing else (contract §1.7). */
import { type CostToken, costTokensOf } from './tokens.ts'

export interface WrittenCurrency {
  readonly sign: string
  readonly position: 'prefix' | 'postfix'
  /** The white space between the currency and the number, as written. */
  readonly space: string
}

export interface Price {
  readonly value: string
  readonly currency: WrittenCurrency | undefined
}

export interface PricesInText {
  readonly prices: readonly Price[]
  /** Whether the text consists of prices and their separators only. */
  readonly isPure: boolean
}

/** The currency on one side of the number at `at`, with the space between. */
function beside(
  tokens: readonly CostToken[],
  at: number,
  step: 1 | -1,
): { readonly sign: string; readonly space: string; readonly at: number } | undefined {
  const next = tokens[at + step]
  const isSpaced = next?.kind === 'space'
  const found = isSpaced ? tokens[at + 2 * step] : next
  if (found?.kind !== 'currency') return undefined
  return { sign: found.sign, space: isSpaced ? next.text : '', at: isSpaced ? at + 2 * step : at + step }
}

/** `10 €20`: a currency after a space and directly before the next number belongs to the next number. */
function isOfNext(
  tokens: readonly CostToken[],
  found: { readonly space: string; readonly at: number },
): boolean {
  return found.space !== '' && tokens[found.at + 1]?.kind === 'number'
}

interface Placed {
  readonly price: Price
  readonly isFree: boolean
  readonly from: number
  readonly to: number
}

function priceAt(tokens: readonly CostToken[], at: number, taken: number): Placed | undefined {
  const token = tokens[at]
  if (token?.kind === 'free')
    return { price: { value: '0', currency: undefined }, isFree: true, from: at, to: at }
  if (token?.kind !== 'number') return undefined
  const before = beside(tokens, at, -1)
  if (before !== undefined && before.at > taken) {
    return {
      price: { value: token.value, currency: { sign: before.sign, position: 'prefix', space: before.space } },
      isFree: false,
      from: before.at,
      to: at,
    }
  }
  const behind = beside(tokens, at, 1)
  if (behind === undefined || isOfNext(tokens, behind))
    return { price: { value: token.value, currency: undefined }, isFree: false, from: at, to: at }
  return {
    price: { value: token.value, currency: { sign: behind.sign, position: 'postfix', space: behind.space } },
    isFree: false,
    from: at,
    to: behind.at,
  }
}

function placedPrices(tokens: readonly CostToken[]): readonly Placed[] {
  const placed: Placed[] = []
  tokens.forEach((_, at) => {
    const price = priceAt(tokens, at, placed.at(-1)?.to ?? -1)
    if (price !== undefined) placed.push(price)
  })
  return placed
}

type Between = 'nothing' | 'space' | 'range' | 'comma' | 'other'

/** Classifies the tokens between two prices, before the first price or after the last. */
function between(tokens: readonly CostToken[], from: number, to: number): Between {
  if (from >= to) return 'nothing'
  const kinds = tokens.slice(from, to).flatMap(({ kind }) => (kind === 'space' ? [] : [kind]))
  const [only] = kinds
  if (only === undefined) return 'space'
  return kinds.length === 1 && (only === 'range' || only === 'comma') ? only : 'other'
}

function gapsOf(tokens: readonly CostToken[], placed: readonly Placed[]): readonly Between[] {
  return placed.map(({ from }, at) => between(tokens, (placed[at - 1]?.to ?? -1) + 1, from))
}

/** White space separates numbers only: `free 10` is text. */
function isPureWith(placed: readonly Placed[], gaps: readonly Between[], rest: Between): boolean {
  const parts = (gap: Between, at: number) =>
    gap === 'range' || gap === 'comma' || (gap === 'space' && !placed[at]?.isFree && !placed[at - 1]?.isFree)
  return rest === 'nothing' && gaps.every((gap, at) => (at === 0 ? gap === 'nothing' : parts(gap, at)))
}

/** Gives all prices of a range the currency that one of them has. */
function withRanges(prices: readonly Price[], gaps: readonly Between[]): readonly Price[] {
  const currencies = prices.map(({ currency }) => currency)
  for (let at = 1; at < currencies.length; at++)
    if (gaps[at] === 'range') currencies[at] ??= currencies[at - 1]
  for (let at = currencies.length - 1; at > 0; at--)
    if (gaps[at] === 'range') currencies[at - 1] ??= currencies[at]
  return prices.map(({ value }, at) => ({ value, currency: currencies[at] }))
}

/** The prices of a text or of one member of a list; `site` is the site's ISO 4217 code. */
export function pricesIn(text: string, site: string | undefined): PricesInText {
  const tokens = costTokensOf(text, site)
  const placed = placedPrices(tokens)
  const rest = between(tokens, (placed.at(-1)?.to ?? -1) + 1, tokens.length)
  if (isPureWith(placed, gapsOf(tokens, placed), rest))
    return { prices: placed.map(({ price }) => price), isPure: true }
  const numbers = placed.filter(({ isFree }) => !isFree)
  const prices = numbers.map(({ price }) => price)
  return { prices: withRanges(prices, gapsOf(tokens, numbers)), isPure: false }
}

/** Whether a text begins with a number, or with a currency and a number. */
export function beginsWithPrice(text: string): boolean {
  const [first, second, third] = costTokensOf(text.slice(0, 60))
  if (first?.kind !== 'currency') return first?.kind === 'number'
  return second?.kind === 'number' || (second?.kind === 'space' && third?.kind === 'number')
}
