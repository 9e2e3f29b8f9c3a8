/** Boolean kinds. */
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'

const words: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}

function wordOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Returns whether the text is one of the words for false. */
export const isFalseWord = (text: string): boolean => wordOf(text) === false

function readBoolean(raw: unknown): ParsingResult<boolean> {
  const known = typeof raw === 'object' ? undefined : wordOf(String(raw))
  return known === undefined ? faultResult(because('not_a_boolean')) : valueResult(known)
}

export const boolean: Kind<boolean> = {
  name: 'boolean',
  shown: 'boolean',
  schema: { type: 'boolean' },
  read: readBoolean,
}

/** A boolean that the index shows without a type. */
export const untypedBoolean: Kind<boolean> = { ...boolean, shown: undefined }
