/** Kinds of number. */
import { fault, type Kind, type Reading, value } from './kind.ts'

const LARGEST = 2 ** 53

/** The integer that a number or the text of one is; undefined where it is none that JSON can carry exactly. */
export function integerOf(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\s*[+-]?\d{1,16}(\.0*)?\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
  return Math.abs(number) <= LARGEST ? number + 0 : undefined
}

/** An integral number or the text of one, between `least` and `most`. */
export function integer(least = -LARGEST, most = LARGEST): Kind<number> {
  const read = (raw: unknown): Reading<number> => {
    const number = integerOf(raw)
    if (number === undefined) return fault('must be an integer')
    if (number < least) return fault(`must be ${least} or more`)
    return number > most ? fault(`must be ${most} or less`) : value(number)
  }
  const schema = {
    type: 'integer',
    ...(least > -LARGEST && { minimum: least }),
    ...(most < LARGEST && { maximum: most }),
  }
  return { name: 'integer', shown: 'integer', schema, read }
}

/** A finite number or the text of one, between `least` and `most`. */
export function number(least: number, most: number): Kind<number> {
  const read = (raw: unknown): Reading<number> => {
    const isText =
      typeof raw === 'string' && /^\s*[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?\s*$/i.test(raw)
    const sent = isText ? Number(raw) : raw
    if (typeof sent !== 'number' || !Number.isFinite(sent)) return fault('must be a number')
    return sent < least || sent > most ? fault(`must be from ${least} to ${most}`) : value(sent)
  }
  return { name: 'number', shown: 'number', schema: { type: 'number', minimum: least, maximum: most }, read }
}
