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
export function leadingDigits(text: string): string | undefined {
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
export function numbersOf(digits: string, inLakhs = false): readonly string[] {
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
export function decimalTextOfNumber(number: number): string {
  const [digits = '', exponent = '0'] = String(number).split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const shift = Number(exponent)
  if (shift === 0) return String(number)
  if (shift > 0) return `${whole}${fraction.padEnd(shift, '0')}`
  return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`
}

/** Compares plain decimals by value: negative, 0 or positive. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.')
  const [wholeB = '', fractionB = ''] = b.split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length
  const length = Math.max(fractionA.length, fractionB.length)
  const [textA, textB] = [wholeA + fractionA.padEnd(length, '0'), wholeB + fractionB.padEnd(length, '0')]
  return textA === textB ? 0 : textA < textB ? -1 : 1
}
