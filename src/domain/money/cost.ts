/** Costs (contract §1.7): the cost is stored as sent, and its representation derives from that. */

import { unicodeNormalizedText } from '../text/letters.ts'
import {
  currencyCodeOfSign,
  currencyKeyOf,
  groupsInLakhs,
  leadingCurrency,
  leadingFreeWord,
  leadingFromWord,
  leadingToWord,
  narrowSymbolOfCurrencyCode,
} from './currencies.ts'

/** Parses the numbers of costs into plain decimals (contract §1.7). */

const GROUP_SPACES = " \u00a0\u2009\u202f'’"
const SPACED = new RegExp(`^\\d{1,3}(?:[${GROUP_SPACES}]\\d{3}(?!\\d))+(?:[.,]\\d+(?![.,]?\\d))?`)
const RUN = /^\d+(?:[.,]\d+)*/
/** Numbers of Japanese with 万 (ten thousand) and 千 (thousand). */
const MULTIPLIED = /^\d+(?:[.,]\d+)*(?:[万千](?:\d+(?:[.,]\d+)*)?)+/
/** `8,–`: no decimals. */
const WITHOUT_DECIMALS = /^[.,](?:--|[-–—−])(?!\d)/
/** As in India: a last group of three digits, groups of two before it. */
const LAKHS = /^[1-9]\d?(?:,\d\d)*,\d{3}$/

const plain = (whole: string, fraction = '') =>
  `${whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`

/** A number made of zeros alone is a price only in the forms of `0` and `0.00`: other zeros are parts of something else. */
const isNoPrice = (written: string) => /^0\D*(?:0\D*)+$/.test(written) && !/^0[.,]0+$/.test(written)

/** The digits that `text` begins with, with the marks between them and behind; undefined if its first character is no digit. */
function leadingDigits(text: string): string | undefined {
  const digits = MULTIPLIED.exec(text)?.[0] ?? SPACED.exec(text)?.[0] ?? RUN.exec(text)?.[0]
  if (digits === undefined) return undefined
  return digits + (WITHOUT_DECIMALS.exec(text.slice(digits.length))?.[0] ?? '')
}

/** `10.50,12.50`: a number has only one decimal mark, so the commas separate prices. A part like `05` is no price. */
function partedByCommas(run: string): readonly string[] {
  const parts = run.split(',')
  const values = parts.map((part) => (/^0\d/.test(part) ? [] : oneMark(part, '.')))
  return values.some(({ length }) => length === 0) ? [] : values.flat()
}

function bothMarks(run: string): readonly string[] {
  const last = Math.max(run.lastIndexOf('.'), run.lastIndexOf(','))
  if (run.indexOf(run.charAt(last)) !== last) return partedByCommas(run)
  return [plain(run.slice(0, last), run.slice(last + 1))]
}

/** Only one kind of mark: a group separator or decimal mark. Several commas that do not group separate prices. */
function oneMark(run: string, mark: string): readonly string[] {
  const [first = '', ...rest] = run.split(mark)
  const groups = first.length <= 3 && rest.every((part) => part.length === 3)
  if (rest.length > 1) {
    if (groups) return [plain(run)]
    return mark === ',' ? run.split(mark).map((part) => (isNoPrice(part) ? '' : plain(part))) : []
  }
  return groups && !first.startsWith('0') ? [plain(run)] : [plain(first, rest[0])]
}

/** A plain decimal times a power of ten. */
function shifted(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.')
  return plain(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`, fraction.slice(places))
}

/** `1万2千`: the parts add up, each smaller than the unit before it. */
function multiplied(text: string): readonly string[] {
  const [, tenThousands, thousands, rest] = /^(?:([\d.,]+)万)?(?:([\d.,]+)千)?([\d.,]+)?$/.exec(text) ?? []
  const units = [
    { written: tenThousands, zeros: 4 },
    { written: thousands, zeros: 3 },
    { written: rest, zeros: 0 },
  ].flatMap(({ written, zeros }) => (written === undefined ? [] : [{ values: numbersOf(written), zeros }]))
  const terms = units.flatMap(({ values: [value, ...others], zeros }) =>
    value === undefined || value === '' || others.length > 0 ? [] : [shifted(value, zeros)],
  )
  if (terms.length < units.length || terms.length < 2) return terms.length === units.length ? terms : []
  const fits = terms.every(
    (term, at) => /^[1-9]\d*$/.test(term) && (at === 0 || term.length <= (units[at - 1]?.zeros ?? 0)),
  )
  return fits ? [String(terms.reduce((sum, term) => sum + BigInt(term), 0n))] : []
}

/**
 * The numbers in leading digits, as plain decimals: one, several if commas separate them, none in `1.2.3`. Zeros that are no price are
 * "". `inLakhs` says that the currency groups digits as in India does; a group that begins with 0 says so, too.
 */
function numbersOf(digits: string, inLakhs = false): readonly string[] {
  const whole = digits.replace(/[.,](?:--|[-–—−])$/, '')
  if (whole !== digits) {
    const [value, ...others] = numbersOf(whole, inLakhs)
    return value === undefined || value.includes('.') || others.length > 0 ? [] : [value]
  }
  if (/[万千]/.test(digits)) return multiplied(digits)
  if (isNoPrice(digits)) return ['']
  if (!/^[\d.,]+$/.test(digits)) {
    const [, groups = '', fraction] = /^(.*?)(?:[.,](\d+))?$/s.exec(digits) ?? []
    return [plain(groups, fraction)]
  }
  if (LAKHS.test(digits) && (inLakhs || digits.includes(',0'))) return [plain(digits)]
  const marks = new Set(digits.replace(/\d/g, ''))
  const [mark = '.'] = marks
  return marks.size === 2 ? bothMarks(digits) : oneMark(digits, mark)
}

/** Formats a finite number of 0 or more as a plain decimal, without an exponent. */
function decimalTextOfNumber(number: number): string {
  const [digits = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = Number(exponent)
  if (shift === 0) return String(number)
  if (shift > 0) return `${whole}${fraction.padEnd(shift, '0')}`
  return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

/** Compares plain decimals by value: negative, 0 or positive. */
function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  const length = Math.max(fractionA.length, fractionB.length)
  const [textA, textB] = [wholeA + fractionA.padEnd(length, '0'), wholeB + fractionB.padEnd(length, '0')]
  return textA === textB ? 0 : textA < textB ? -1 : 1
}

// Splits a cost into tokens: numbers, currencies, words and separators (contract §1.7).

type CostToken =
  | { readonly kind: 'number'; readonly value: string; readonly digits: string }
  | { readonly kind: 'currency'; readonly sign: string }
  | { readonly kind: 'space'; readonly text: string }
  /** Zeros that are no price, as in `1 0000`. */
  | { readonly kind: 'zeros'; readonly digits: string }
  | { readonly kind: 'from' }
  | { readonly kind: 'range' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'free' }
  | { readonly kind: 'other' }

/** Digits, before the currencies of the text say how they are grouped. */
type WrittenToken = CostToken | { readonly kind: 'digits'; readonly text: string }

const SPACE = /^\s+/
const TO_SIGN = /^[-–—/|;~〜～]/u
const WORD = /^[\p{L}\p{M}]+/u
/** Full-width characters, which each have a plain one. The wave is a sign of ranges, as it is. */
const FULL_WIDTH = /[\uff01-\uff5d\uffe0-\uffe1\uffe5-\uffe6\u3000\ufe69]/g

/** The text with plain characters for those of full width, each at its place. */
export const withPlainWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (character) => unicodeNormalizedText(character, 'NFKC'))

interface Step {
  readonly token: WrittenToken
  readonly length: number
}

/** The currency, word for free or word of a range that `text` begins with. The character before it is no letter. */
function wordAt(text: string, site: string | undefined, isAlone: boolean): Step | undefined {
  const currency = leadingCurrency(text, site, isAlone)
  if (currency !== undefined) return { token: { kind: 'currency', sign: currency }, length: currency.length }
  const free = leadingFreeWord(text)
  if (free !== undefined) return { token: { kind: 'free' }, length: free.length }
  const from = leadingFromWord(text)
  if (from !== undefined) return { token: { kind: 'from' }, length: from.length }
  const to = TO_SIGN.exec(text)?.[0] ?? leadingToWord(text)
  return to === undefined ? undefined : { token: { kind: 'range' }, length: to.length }
}

function stepAt(text: string, site: string | undefined, isAlone: boolean): Step {
  const space = SPACE.exec(text)?.[0]
  if (space !== undefined) return { token: { kind: 'space', text: space }, length: space.length }
  const digits = leadingDigits(text)
  if (digits !== undefined) return { token: { kind: 'digits', text: digits }, length: digits.length }
  if (text.startsWith(',')) return { token: { kind: 'comma' }, length: 1 }
  const word = wordAt(text, site, isAlone)
  if (word !== undefined) return word
  return { token: { kind: 'other' }, length: WORD.exec(text)?.[0].length ?? 1 }
}

function numberTokens(digits: string, inLakhs: boolean): readonly CostToken[] {
  const values = numbersOf(digits, inLakhs)
  if (values.length === 0) return [{ kind: 'other' }]
  return values.flatMap((value, at): CostToken[] => [
    ...(at === 0 ? [] : [{ kind: 'comma' } as const]),
    value === '' ? { kind: 'zeros', digits } : { kind: 'number', value, digits },
  ])
}

/**
 * The tokens of a text, in order; `site` is the site's ISO 4217 code. With `isAlone`, names of currencies and codes in any case count,
 * as they do where the text has only prices.
 */
export function costTokensOf(sent: string, site: string | undefined, isAlone: boolean): readonly CostToken[] {
  const text = withPlainWidth(sent)
  const written: WrittenToken[] = []
  for (let at = 0; at < text.length; ) {
    const step = stepAt(text.slice(at), site, isAlone)
    written.push(step.token)
    at += step.length
  }
  const signs = written.flatMap((token) => (token.kind === 'currency' ? [token.sign] : []))
  const inLakhs = signs.length > 0 && signs.every((sign) => groupsInLakhs(sign, site))
  return written.flatMap((token) => (token.kind === 'digits' ? numberTokens(token.text, inLakhs) : [token]))
}

// Finds the prices in a text, and whether the text has nothing else (contract §1.7).

interface WrittenCurrency {
  readonly sign: string
  readonly position: 'prefix' | 'postfix'
  /** The white space between the currency and the number, as written. */
  readonly space: string
}

interface Price {
  readonly value: string
  readonly currency: WrittenCurrency | undefined
}

interface PricesInText {
  readonly prices: readonly Price[]
  /** Whether the text consists of prices and their separators only. */
  readonly isPure: boolean
  /** Whether the text has zeros that are no price. */
  readonly hasZeros: boolean
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

type Between = 'nothing' | 'space' | 'range' | 'comma' | 'from' | 'other'

/** Classifies the tokens between two prices, before the first price or after the last. */
function between(tokens: readonly CostToken[], from: number, to: number): Between {
  if (from >= to) return 'nothing'
  const kinds = tokens.slice(from, to).flatMap(({ kind }) => (kind === 'space' ? [] : [kind]))
  const [only] = kinds
  if (only === undefined) return 'space'
  return kinds.length === 1 && (only === 'range' || only === 'comma' || only === 'from') ? only : 'other'
}

function gapsOf(tokens: readonly CostToken[], placed: readonly Placed[]): readonly Between[] {
  return placed.map(({ from }, at) => between(tokens, (placed[at - 1]?.to ?? -1) + 1, from))
}

/** White space separates numbers only: `free 10` is text. `from` stands before a range. */
function isPureWith(placed: readonly Placed[], gaps: readonly Between[], rest: Between): boolean {
  const parts = (gap: Between, at: number) =>
    gap === 'range' || gap === 'comma' || (gap === 'space' && !placed[at]?.isFree && !placed[at - 1]?.isFree)
  const [before, ...others] = gaps
  const begins =
    before === 'nothing' ||
    before === undefined ||
    (before === 'from' && others.length > 0 && others.every((gap) => gap === 'range'))
  return begins && rest === 'nothing' && others.every((gap, at) => parts(gap, at + 1))
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

/** The text of white space, or "" if the token is something else. */
const spaceOf = (token: CostToken | undefined) => (token?.kind === 'space' ? token.text : '')

/** `8 € 50`: in a price alone, a currency between a number and two digits is the decimal sign. */
function decimalCurrency(part: readonly CostToken[]): readonly CostToken[] {
  const [whole, currency, cents, ...others] = part.filter(({ kind }) => kind !== 'space' && kind !== 'from')
  if (whole?.kind !== 'number' || currency?.kind !== 'currency') return part
  if (cents?.kind !== 'number' && cents?.kind !== 'zeros') return part
  if (others.length > 0 || whole.value.includes('.') || !/^\d\d$/.test(cents.digits)) return part
  const at = part.indexOf(whole)
  const value = `${whole.value}.${cents.digits}`
  const space = spaceOf(part[at + 1])
  return [
    ...part.slice(0, at),
    { kind: 'number', value, digits: value },
    ...(space === '' ? [] : [{ kind: 'space', text: space } as const]),
    currency,
    ...part.slice(part.indexOf(cents) + 1),
  ]
}

/** Reads the decimal signs of each price between the signs and words of ranges and commas. */
function withDecimalCurrencies(tokens: readonly CostToken[]): readonly CostToken[] {
  const read: CostToken[] = []
  let part: CostToken[] = []
  for (const token of tokens) {
    if (token.kind === 'range' || token.kind === 'comma') {
      read.push(...decimalCurrency(part), token)
      part = []
    } else part.push(token)
  }
  return [...read, ...decimalCurrency(part)]
}

/** The number before the unit of Japanese numbers; undefined if a number has none. */
function beforeUnit(token: CostToken): number | undefined {
  const digits = token.kind === 'number' ? /^([\d.,]+)[万千]/.exec(token.digits)?.[1] : undefined
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

/** `1〜2万円` may be ten thousand to twenty thousand: without the unit, the lower end is no number of its own. */
function withoutSharedUnits(tokens: readonly CostToken[]): readonly CostToken[] {
  return tokens.map((token, at) => {
    const [to, next] = tokens.slice(at + 1, at + 5).filter(({ kind }) => kind !== 'space')
    if (token.kind !== 'number' || to?.kind !== 'range' || next === undefined) return token
    const shares = beforeUnit(token) === undefined && Number(token.value) < (beforeUnit(next) ?? 0)
    return shares ? { kind: 'other' } : token
  })
}

function readPrices(text: string, site: string | undefined, isAlone: boolean): PricesInText {
  const written = withoutSharedUnits(costTokensOf(text, site, isAlone))
  const hasZeros = written.some(({ kind }) => kind === 'zeros')
  const read = (tokens: readonly CostToken[]): PricesInText => {
    const placed = placedPrices(tokens)
    const rest = between(tokens, (placed.at(-1)?.to ?? -1) + 1, tokens.length)
    if (isPureWith(placed, gapsOf(tokens, placed), rest))
      return { prices: placed.map(({ price }) => price), isPure: true, hasZeros }
    const numbers = placed.filter(({ isFree }) => !isFree)
    const prices = numbers.map(({ price }) => price)
    return { prices: withRanges(prices, gapsOf(tokens, numbers)), isPure: false, hasZeros }
  }
  const alone = read(withDecimalCurrencies(written))
  return alone.isPure ? alone : read(written)
}

/** The prices of a text or of one member of a list; `site` is the site's ISO 4217 code. */
function pricesIn(text: string, site: string | undefined): PricesInText {
  const alone = readPrices(text, site, true)
  return alone.isPure ? alone : readPrices(text, site, false)
}

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

/** Reads a text that is nothing but one price, as a cost is read: `8 €`, `8,–`, `1.200`, `free`. Undefined for any other text. */
export function onlyPriceOf(text: string, site?: string): PlainPrice | undefined {
  const { prices, isPure } = pricesIn(text.trim(), site)
  const [price] = prices
  if (!isPure || price === undefined || prices.length > 1) return undefined
  return { value: price.value, code: price.currency ? currencyCodeOfSign(price.currency.sign, site) : '' }
}

/** Whether a text is nothing but prices of which one has its currency, such as “8–12 €”, or nothing but a word for “free”. */
export function isCostWithCurrency(text: string, site?: string): boolean {
  const { prices, isPure } = pricesIn(text.trim(), site)
  return isPure && prices.some(({ currency, value }) => currency !== undefined || value === '0')
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

// Whether entry to an event is free.

interface Priced {
  readonly price: string
}

/**
 * Returns true if every price is 0: those of the tickets, else those of the cost. Unknown prices are not free. `cost` is as sent.
 */
export function isFreeEntry(cost: CostAsSent | null, tickets: readonly Priced[]): boolean {
  const prices =
    tickets.length > 0 ? tickets.map(({ price }) => price) : shownCostFromSent(cost, undefined).values
  return prices.length > 0 && prices.every((price) => Number(price) === 0)
}
