/** Number kinds. */
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'

const LARGEST = 2 ** 53

/** Parses an integer from a number or string. Returns undefined if it is not an integer, or too large for JSON to represent exactly. */
export function parseExactInteger(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\s*[+-]?\d{1,16}(\.0*)?\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
  return Math.abs(number) <= LARGEST ? number + 0 : undefined
}

/** Accepts an integer, as a number or string, from `least` to `most`. */
export function integer(least = -LARGEST, most = LARGEST): Kind<number> {
  const read = (raw: unknown): ParsingResult<number> => {
    const number = parseExactInteger(raw)
    if (number === undefined) return faultResult(because('not_an_integer'))
    if (number < least) return faultResult(because('too_small', { least }))
    return number > most ? faultResult(because('too_large', { most })) : valueResult(number)
  }
  const schema = {
    type: 'integer',
    ...(least > -LARGEST && { minimum: least }),
    ...(most < LARGEST && { maximum: most }),
  }
  return { name: 'integer', shown: 'integer', schema, read }
}

/** Accepts a finite number, as a number or string, from `least` to `most`. */
export function number(least: number, most: number): Kind<number> {
  const read = (raw: unknown): ParsingResult<number> => {
    const isText =
      typeof raw === 'string' && /^\s*[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?\s*$/i.test(raw)
    const sent = isText ? Number(raw) : raw
    if (typeof sent !== 'number' || !Number.isFinite(sent)) return faultResult(because('not_a_number'))
    return sent < least || sent > most
      ? faultResult(because('out_of_range', { least, most }))
      : valueResult(sent)
  }
  return { name: 'number', shown: 'number', schema: { type: 'number', minimum: least, maximum: most }, read }
}
