/** The prices in a text: tokens, then prices, then whether the text is nothing else (contract §1.7). */
import { currencyAt } from './currency-sign.ts'
import { numbersAt } from './number.ts'

export interface Named {
  readonly sign: string
  readonly position: 'prefix' | 'postfix'
  /** What the writer put between the currency and the number. */
  readonly space: string
}

export interface Price {
  readonly value: string
  readonly currency: Named | undefined
}

export interface Prices {
  readonly prices: readonly Price[]
  /** The text holds nothing but prices and what parts them. */
  readonly isPure: boolean
}

type Token =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'currency'; readonly sign: string }
  | { readonly kind: 'space'; readonly text: string }
  | { readonly kind: 'range' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'free' }
  | { readonly kind: 'other' }

/** The words for free in the languages of the service. */
const free = [
  'free',
  'free entry',
  'free admission',
  'free of charge',
  'no charge',
  'for free',
  'complimentary',
  'kostenlos',
  'kostenfrei',
  'gratis',
  'frei',
  'umsonst',
  'eintritt frei',
  'freier eintritt',
  'gratuito',
  'gratuita',
  'libre',
  'entrada libre',
  'entrada gratuita',
  'entrada gratis',
  'gratuit',
  'gratuite',
  'entrée libre',
  'entrée gratuite',
  'ingresso libero',
  'ingresso gratuito',
  'libero',
  '無料',
  '入場無料',
  '参加無料',
  'タダ',
  'vrij',
  'kosteloos',
  'gratis toegang',
  'vrije toegang',
  'gratis entree',
  'grátis',
  'de graça',
  'entrada franca',
  'entrada livre',
  'entrada grátis',
].sort((a, b) => b.length - a.length)

const FREE = new RegExp(`^(?:${free.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
const SPACE = /^\s+/
const RANGE = /^(?:[-–—/|;]|to(?!\p{L}))/iu
const WORD = /^[\p{L}\p{M}]+/u

interface Step {
  readonly tokens: readonly Token[]
  readonly length: number
}

/** A currency or word is only read where no letter stands before it. */
function wordAt(text: string): Step | undefined {
  const currency = currencyAt(text)
  if (currency !== undefined)
    return { tokens: [{ kind: 'currency', sign: currency }], length: currency.length }
  const word = FREE.exec(text)?.[0]
  if (word !== undefined) return { tokens: [{ kind: 'free' }], length: word.length }
  const range = RANGE.exec(text)?.[0]
  return range === undefined ? undefined : { tokens: [{ kind: 'range' }], length: range.length }
}

function numberTokens(values: readonly string[]): readonly Token[] {
  if (values.length === 0) return [{ kind: 'other' }]
  return values.flatMap((value, at): Token[] => [
    ...(at === 0 ? [] : [{ kind: 'comma' } as const]),
    { kind: 'number', value },
  ])
}

function stepAt(text: string): Step {
  const space = SPACE.exec(text)?.[0]
  if (space !== undefined) return { tokens: [{ kind: 'space', text: space }], length: space.length }
  const numbers = numbersAt(text)
  if (numbers !== undefined) return { tokens: numberTokens(numbers.values), length: numbers.length }
  if (text.startsWith(',')) return { tokens: [{ kind: 'comma' }], length: 1 }
  const word = wordAt(text)
  if (word !== undefined) return word
  return { tokens: [{ kind: 'other' }], length: WORD.exec(text)?.[0].length ?? [...text][0]?.length ?? 1 }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const step = stepAt(text.slice(at))
    tokens.push(...step.tokens)
    at += step.length
  }
  return tokens
}

/** The currency on one side of the number at `at`, with the space between. */
function beside(
  tokens: readonly Token[],
  at: number,
  step: 1 | -1,
): { readonly sign: string; readonly space: string; readonly at: number } | undefined {
  const next = tokens[at + step]
  const isSpaced = next?.kind === 'space'
  const found = isSpaced ? tokens[at + 2 * step] : next
  if (found?.kind !== 'currency') return undefined
  return { sign: found.sign, space: isSpaced ? next.text : '', at: isSpaced ? at + 2 * step : at + step }
}

/** `10 €20`: a currency that stands apart from this number and right before the next is the next one's. */
function isOfNext(tokens: readonly Token[], found: { readonly space: string; readonly at: number }): boolean {
  return found.space !== '' && tokens[found.at + 1]?.kind === 'number'
}

interface Placed {
  readonly price: Price
  readonly from: number
  readonly to: number
}

function priceAt(tokens: readonly Token[], at: number, taken: number): Placed | undefined {
  const token = tokens[at]
  if (token?.kind === 'free') return { price: { value: '0', currency: undefined }, from: at, to: at }
  if (token?.kind !== 'number') return undefined
  const before = beside(tokens, at, -1)
  if (before !== undefined && before.at > taken) {
    return {
      price: { value: token.value, currency: { sign: before.sign, position: 'prefix', space: before.space } },
      from: before.at,
      to: at,
    }
  }
  const behind = beside(tokens, at, 1)
  if (behind === undefined || isOfNext(tokens, behind))
    return { price: { value: token.value, currency: undefined }, from: at, to: at }
  return {
    price: { value: token.value, currency: { sign: behind.sign, position: 'postfix', space: behind.space } },
    from: at,
    to: behind.at,
  }
}

function placedPrices(tokens: readonly Token[]): readonly Placed[] {
  const placed: Placed[] = []
  tokens.forEach((_, at) => {
    const price = priceAt(tokens, at, placed.at(-1)?.to ?? -1)
    if (price !== undefined) placed.push(price)
  })
  return placed
}

type Between = 'nothing' | 'range' | 'comma' | 'other'

/** What stands between two prices, or before the first and behind the last. */
function between(tokens: readonly Token[], from: number, to: number): Between {
  const kinds = tokens.slice(from, to).flatMap(({ kind }) => (kind === 'space' ? [] : [kind]))
  const [only] = kinds
  if (only === undefined) return 'nothing'
  return kinds.length === 1 && (only === 'range' || only === 'comma') ? only : 'other'
}

/** The ends of a range that names its currency once both have it. */
function withRanges(placed: readonly Placed[], gaps: readonly Between[]): readonly Price[] {
  const own = placed.map(({ price }) => price)
  const near = (at: number) =>
    (gaps[at] === 'range' ? own[at - 1]?.currency : undefined) ??
    (gaps[at + 1] === 'range' ? own[at + 1]?.currency : undefined)
  return own.map((price, at) => (price.currency === undefined ? { ...price, currency: near(at) } : price))
}

/** The prices of one text, or of one member of a list. */
export function pricesIn(text: string): Prices {
  const tokens = tokensOf(text)
  const placed = placedPrices(tokens)
  const gaps = placed.map(({ from }, at) => between(tokens, (placed[at - 1]?.to ?? -1) + 1, from))
  const rest = between(tokens, (placed.at(-1)?.to ?? -1) + 1, tokens.length)
  const isPure =
    placed.length > 0 &&
    gaps.every((gap, at) => (at === 0 ? gap === 'nothing' : gap !== 'other')) &&
    rest === 'nothing'
  if (isPure) return { prices: placed.map(({ price }) => price), isPure }
  const numbers = placed.filter(({ from, to }) =>
    tokens.slice(from, to + 1).some(({ kind }) => kind === 'number'),
  )
  const numberGaps = numbers.map(({ from }, at) => between(tokens, (numbers[at - 1]?.to ?? -1) + 1, from))
  return { prices: withRanges(numbers, numberGaps), isPure }
}

/** Whether a text begins with a number, or a currency right before one. */
export function beginsWithPrice(text: string): boolean {
  const [first, second, third] = tokensOf(text.slice(0, 60))
  if (first?.kind !== 'currency') return first?.kind === 'number'
  return second?.kind === 'number' || (second?.kind === 'space' && third?.kind === 'number')
}
