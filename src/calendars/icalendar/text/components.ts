/** Parses the text of a calendar into components (RFC 5545 §3.6). Accepts any text, and reports the lines that it can't read. */
import { setImmediate as breath } from 'node:timers/promises'
import { Problem } from '../../../problem.ts'
import { type Component, type Property, propertyOf } from './content-lines.ts'
import { rereads } from './rereads.ts'
import { LONGEST_LINE, type Unfolded, unfolded } from './unfolded.ts'

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

/** Limits far above real calendars: the components, their depth, and the properties of one. */
const MAX_COMPONENTS = 200_000
const MAX_DEPTH = 10
const MAX_PROPERTIES = 10_000
/** The maximum faults in the report. */
const MAX_FAULTS = 1000

const tooLarge = (message: string) => new Problem('rest_invalid_param', { message })

interface Open {
  readonly name: string
  readonly number: number
  /** Where its first line begins in the text. */
  readonly from: number
  readonly properties: Property[]
  readonly components: Component[]
  isDamaged: boolean
}

const opened = (name: string, number: number, from: number): Open => ({
  name,
  number,
  from,
  properties: [],
  components: [],
  isDamaged: false,
})

/** Returns what is kept of a component whose last line ends at `to`. */
type Keep = (component: Component, from: number, to: number) => Component

/** Builds components line by line. Leaves out components without an end, but not the complete ones within them. */
function builder(keep: Keep) {
  const faults: Fault[] = []
  const root = opened('', 0, 0)
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
  const begin = (name: string, number: number, from: number) => {
    count += 1
    if (open.length > MAX_DEPTH) throw tooLarge(`Line ${number}: components lie too deep within others.`)
    if (count > MAX_COMPONENTS) throw tooLarge(`There are more than ${MAX_COMPONENTS} components.`)
    open.push(opened(name, number, from))
  }
  const drop = () => {
    const dropped = open.pop()
    if (dropped === undefined) return
    gap(dropped.number, `this ${dropped.name} has no end`)
    for (const one of dropped.components) top().components.push(one)
  }
  const end = (name: string, number: number, to: number) => {
    if (!open.some((one) => one.name === name && one !== root))
      return gap(number, `nothing that it ends is open: ${name}`)
    while (top().name !== name) drop()
    const ended = open.pop()
    if (ended !== undefined) top().components.push(keep(ended, ended.from, to))
  }
  return {
    add({ number, text, from, to, isTooLong }: Unfolded) {
      if (isTooLong) return damage(number, `it is longer than ${LONGEST_LINE} characters`)
      const property = propertyOf(text)
      const isMark = property?.name === 'BEGIN' || property?.name === 'END'
      const name = isMark ? property.value.trim().toUpperCase().slice(0, 100) : ''
      if (property === undefined) damage(number, 'it is not a content line')
      else if (property.name === 'BEGIN') begin(name, number, from)
      else if (property.name === 'END') end(name, number, to)
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

/** Returns the first component of a short text whose first line has this number. */
function componentIn(text: string, number: number): Component | undefined {
  const { add, built } = builder((one) => one)
  for (const line of unfolded(text, number)) if (line !== undefined) add(line)
  return built().components[0]
}

/** Reads the components of a text, which stays in memory with them. Throws a problem if it exceeds the limits. */
export async function readComponents(text: string): Promise<ReadText> {
  const { add, built } = builder(rereads(text, componentIn))
  for (const line of unfolded(text)) {
    if (line === undefined) await breath()
    else add(line)
  }
  return built()
}
