/** Parses the text of a calendar into components (RFC 5545 §3.1, §3.6). Accepts any text, and reports the lines that it can't read. */

import { setImmediate as breath } from 'node:timers/promises'
import { Problem } from '../../../problem.ts'
import { LONGEST_LINE, type Unfolded, unfolded } from './unfolded.ts'

export interface Property {
  /** In capitals. */
  readonly name: string
  /** In capitals → the value, without its quotes. */
  readonly params: ReadonlyMap<string, string>
  /** As written. */
  readonly value: string
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

/** A line that is not understood, with the reason. */
interface Fault {
  readonly line: number
  readonly reason: string
}

export interface ReadText {
  readonly components: readonly Component[]
  readonly faults: readonly Fault[]
  /** Whether the text is cut off within a component. */
  readonly isCut: boolean
  /** Why events may be missing or incomplete; undefined if the text is complete. */
  readonly doubt?: string
}

const none: ReadonlyMap<string, string> = new Map()

/** Limits far above real calendars: the components, their depth, and the properties of one. */
const MAX_COMPONENTS = 200_000
const MAX_DEPTH = 10
const MAX_PROPERTIES = 10_000
/** The maximum faults in the report. */
const MAX_FAULTS = 1000

const tooLarge = (message: string) => new Problem('rest_invalid_param', { message })

const parameter = /;([\w-]+)=((?:"[^"]*"|[^",;:]*)(?:,(?:"[^"]*"|[^",;:]*))*)/y
const carets: Readonly<Record<string, string>> = { '^n': '\n', "^'": '"', '^^': '^' }

/** Removes the quotes of a parameter value and decodes its escapes (RFC 6868). */
function unquoted(value: string): string {
  return value.replaceAll('"', '').replace(/\^[n'^]/g, (pair) => carets[pair] ?? pair)
}

function propertyOf(text: string): Property | undefined {
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
  return text[at] === ':'
    ? { name: name.toUpperCase(), params: params ?? none, value: text.slice(at + 1) }
    : undefined
}

interface Open {
  readonly name: string
  readonly number: number
  readonly properties: Property[]
  readonly components: Component[]
  isDamaged: boolean
}

const opened = (name: string, number: number): Open => ({
  name,
  number,
  properties: [],
  components: [],
  isDamaged: false,
})

/** Builds components line by line. Leaves out components without an end, but not the complete ones within them. */
function builder() {
  const faults: Fault[] = []
  const root = opened('', 0)
  const open: Open[] = [root]
  let count = 0
  let doubt: string | undefined
  const top = () => open.at(-1) ?? root
  const fault = (line: number, reason: string) => {
    if (faults.length < MAX_FAULTS) faults.push({ line, reason })
  }
  /** A fault that can hide or change whole events. */
  const gap = (line: number, reason: string) => {
    fault(line, reason)
    doubt ??= `line ${line}: ${reason}`
  }
  const damage = (line: number, reason: string) => {
    const event = open.findLast(({ name }) => name === 'VEVENT')
    if (event === undefined) return gap(line, reason)
    event.isDamaged = true
    fault(line, reason)
  }
  const begin = (name: string, number: number) => {
    count += 1
    if (open.length > MAX_DEPTH) throw tooLarge(`Line ${number}: components lie too deep within others.`)
    if (count > MAX_COMPONENTS) throw tooLarge(`There are more than ${MAX_COMPONENTS} components.`)
    open.push(opened(name, number))
  }
  const drop = () => {
    const dropped = open.pop()
    if (dropped === undefined) return
    gap(dropped.number, `this ${dropped.name} has no end`)
    for (const one of dropped.components) top().components.push(one)
  }
  const end = (name: string, number: number) => {
    if (!open.some((one) => one.name === name && one !== root))
      return gap(number, `nothing that it ends is open: ${name}`)
    while (top().name !== name) drop()
    const ended = open.pop()
    if (ended !== undefined) top().components.push(ended)
  }
  return {
    add({ number, text, isTooLong }: Unfolded) {
      if (isTooLong) return damage(number, `it is longer than ${LONGEST_LINE} characters`)
      const property = propertyOf(text)
      const isMark = property?.name === 'BEGIN' || property?.name === 'END'
      const name = isMark ? property.value.trim().toUpperCase().slice(0, 100) : ''
      if (property === undefined) damage(number, 'it is not a content line')
      else if (property.name === 'BEGIN') begin(name, number)
      else if (property.name === 'END') end(name, number)
      else if (top().properties.length < MAX_PROPERTIES) top().properties.push(property)
      else damage(number, `it is beyond the first ${MAX_PROPERTIES} properties of its component`)
    },
    built(): ReadText {
      const isCut = open.length > 1
      while (open.length > 1) drop()
      if (!root.components.some(({ name }) => name === 'VCALENDAR')) doubt ??= 'there is no whole VCALENDAR'
      return { components: root.components, faults, isCut, ...(doubt !== undefined && { doubt }) }
    },
  }
}

/** Reads the components of a text. Throws a problem if it exceeds the limits. */
export async function readComponents(text: string): Promise<ReadText> {
  const { add, built } = builder()
  for (const line of unfolded(text)) {
    if (line === undefined) await breath()
    else add(line)
  }
  return built()
}

/** Returns the first property with that name. */
export function propertyNamed({ properties }: Component, name: string): Property | undefined {
  return properties.find((one) => one.name === name)
}

/** Whether a component replaces one occurrence and all later ones (RFC 5545 §3.2.13). */
export const isRange = (component: Component): boolean =>
  propertyNamed(component, 'RECURRENCE-ID')?.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE'

const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\N': '\n' }

/** The text of a value (RFC 5545 §3.3.11). */
export function textOf(value: string): string {
  return value.replace(/\\[\s\S]/g, (pair) => escapes[pair] ?? pair.slice(1))
}

/** The maximum texts of one list: more than any arg accepts. */
const MAX_TEXTS = 1000

/** The texts of a list value: separated by commas that are not escaped. */
export function textsOf(value: string): readonly string[] {
  return (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []).slice(0, MAX_TEXTS).map((text) => textOf(text).trim())
}
