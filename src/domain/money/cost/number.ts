/** Parses the numbers of costs into plain decimals (contract §1.7). */

const GROUP_SPACES = " \u00a0\u2009\u202f'’"
const SPACED = new RegExp(`^\\d{1,3}(?:[${GROUP_SPACES}]\\d{3}(?!\\d))+`)
const RUN = /^\d+(?:[.,]\d+)*/

/** The numbers at the beginning of a text: one value, several if commas separate them, none in `1.2.3`. */
interface FoundNumbers {
  readonly values: readonly string[]
  /** The number of characters that they take. */
  readonly length: number
}

const plain = (whole: string, fraction = '') =>
  `${whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')}${fraction === '' ? '' : `.${fraction}`}`

/** Spaces or apostrophes are group separators; a point or comma after them is the decimal mark. */
function spacedNumber(text: string): FoundNumbers | undefined {
  const whole = SPACED.exec(text)?.[0]
  if (whole === undefined) return undefined
  const fraction = /^[.,](\d+)(?![.,]?\d)/.exec(text.slice(whole.length))
  return { values: [plain(whole, fraction?.[1])], length: whole.length + (fraction?.[0].length ?? 0) }
}

/** `10.50,12.50`: a number has only one decimal mark, so the commas separate prices. A part like `05` is no price. */
function partedByCommas(run: string): FoundNumbers | undefined {
  const values: string[] = []
  for (const part of run.split(',')) {
    const found = oneMark(part, '.')
    if (found === undefined || /^0\d/.test(part)) return undefined
    values.push(...found.values)
  }
  return { values, length: run.length }
}

function bothMarks(run: string): FoundNumbers | undefined {
  const last = Math.max(run.lastIndexOf('.'), run.lastIndexOf(','))
  if (run.indexOf(run.charAt(last)) !== last) return partedByCommas(run)
  return { values: [plain(run.slice(0, last), run.slice(last + 1))], length: run.length }
}

/** Only one kind of mark: a group separator or decimal mark. Several commas that do not group separate prices. */
function oneMark(run: string, mark: string): FoundNumbers | undefined {
  const [first = '', ...rest] = run.split(mark)
  const groups = first.length <= 3 && rest.every((part) => part.length === 3)
  if (rest.length > 1) {
    if (groups) return { values: [plain(run)], length: run.length }
    return mark === ','
      ? { values: run.split(mark).map((part) => plain(part)), length: run.length }
      : undefined
  }
  return groups && !first.startsWith('0')
    ? { values: [plain(run)], length: run.length }
    : { values: [plain(first, rest[0])], length: run.length }
}

/** The numbers that `text` begins with; undefined if its first character is no digit. */
export function leadingNumbers(text: string): FoundNumbers | undefined {
  const spaced = spacedNumber(text)
  if (spaced !== undefined) return spaced
  const run = RUN.exec(text)?.[0]
  if (run === undefined) return undefined
  const marks = new Set(run.replace(/\d/g, ''))
  const [mark = '.'] = marks
  return (marks.size === 2 ? bothMarks(run) : oneMark(run, mark)) ?? { values: [], length: run.length }
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
