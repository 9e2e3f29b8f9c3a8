/** Reads the content lines of a calendar (RFC 5545 §3.1), and the values of their properties. */

import { repairedValue, valueOfDays } from './repairs.ts'

export interface Property {
  /** In capitals. */
  readonly name: string
  /** In capitals → the value, without its quotes. */
  readonly params: ReadonlyMap<string, string>
  /** As written, or in the form of RFC 5545 where programs write it in another one. */
  readonly value: string
  /** The value as written, if it has another form. */
  readonly written?: string
}

export interface Component {
  /** In capitals. */
  readonly name: string
  /** The number of its first line, counted from 1. */
  readonly number: number
  readonly properties: readonly Property[]
  readonly components: readonly Component[]
  /** Whether a line in it or in a nested component is not understood. */
  readonly isDamaged?: boolean
}

const none: ReadonlyMap<string, string> = new Map()

const parameter = /;([\w-]+)=((?:"[^"]*"|[^",;:]*)(?:,(?:"[^"]*"|[^",;:]*))*)/y
const carets: Readonly<Record<string, string>> = { '^n': '\n', "^'": '"', '^^': '^' }

/** Removes the quotes of a parameter value and decodes its escapes (RFC 6868). */
function unquoted(value: string): string {
  return value.replaceAll('"', '').replace(/\^[n'^]/g, (pair) => carets[pair] ?? pair)
}

/** Returns the property of an unfolded line; undefined if it is no content line. */
export function propertyOfLine(text: string): Property | undefined {
  const name = /^[\w-]+/.exec(text)?.[0]
  if (name === undefined) return undefined
  let params: Map<string, string> | undefined
  let at = name.length
  parameter.lastIndex = at
  for (let found = parameter.exec(text); found !== null; found = parameter.exec(text)) {
    const [, key = '', value = ''] = found
    params ??= new Map()
    params.set(key.toUpperCase(), unquoted(value))
    at = parameter.lastIndex
  }
  if (text[at] !== ':') return undefined
  const written = text.slice(at + 1)
  const property = { name: name.toUpperCase(), params: params ?? none }
  const value = repairedValue(property.name, written)
  const isOfDays = params?.get('VALUE')?.toUpperCase() === 'DATE'
  return {
    ...property,
    value: isOfDays ? valueOfDays(property.name, value) : value,
    ...(value !== written && { written }),
  }
}

/** Returns the first property with that name. */
export function propertyNamed(
  { properties }: Pick<Component, 'properties'>,
  name: string,
): Property | undefined {
  return properties.find((one) => one.name === name)
}

/** Whether a component replaces one occurrence and all later ones (RFC 5545 §3.2.13). */
export const replacesLaterOccurrences = (component: Component): boolean =>
  propertyNamed(component, 'RECURRENCE-ID')?.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE'

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\N': '\n' }

/** The text of a value (RFC 5545 §3.3.11). */
export function unescapedText(value: string): string {
  return value.replace(/\\[\s\S]/g, (pair) => escapes[pair] ?? pair.slice(1))
}

/** The maximum texts of one list: more than any arg accepts. */
const MAX_TEXTS = 1000

/** The texts of a list value: separated by commas that are not escaped. */
export function unescapedTexts(value: string): readonly string[] {
  return (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? [])
    .slice(0, MAX_TEXTS)
    .map((text) => unescapedText(text).trim())
}
