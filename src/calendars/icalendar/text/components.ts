/** Parses the text of a calendar into components (RFC 5545 §3.6). Accepts any text, and reports the lines that it can't read. */
import { setImmediate as breath } from 'node:timers/promises'
import { because, Problem, type RefusalReason } from '../../../problem.ts'
import { type Component, type Property, propertyOfLine } from './content-lines.ts'
import { makeLazyComponentReplacer } from './rereads.ts'
import { LONGEST_CONTENT_LINE, type UnfoldedLine, unfoldedLinesInSteps } from './unfolded.ts'

/** A line that is not understood, with the reason. */
interface Fault {
  readonly line: number
  readonly reason: RefusalReason
}

interface ReadText {
  readonly components: readonly Component[]
  readonly faults: readonly Fault[]
  /** Whether the text is cut off within a component. */
  readonly isCut: boolean
  /** Why events may be missing or incomplete; undefined if the text is complete. */
  readonly doubt?: RefusalReason
}

/** Limits far above real calendars: the components, their depth, and the properties of one. */
const MAX_COMPONENTS = 200_000
const MAX_DEPTH = 10
const MAX_PROPERTIES = 10_000
/** The maximum faults in the report. */
const MAX_FAULTS = 1000

const tooLarge = (reason: RefusalReason) => new Problem('rest_invalid_param', reason)

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

/** The components of a text as far as it is read. */
interface Building {
  readonly keep: Keep
  readonly root: Open
  /** The components without an end so far, the root first. */
  readonly open: Open[]
  readonly faults: Fault[]
  count: number
  doubt: RefusalReason | undefined
}

function begun(keep: Keep): Building {
  const root = opened('', 0, 0)
  return { keep, root, open: [root], faults: [], count: 0, doubt: undefined }
}

const topOf = ({ open, root }: Building) => open.at(-1) ?? root

function noteFault({ faults }: Building, line: number, reason: RefusalReason): void {
  if (faults.length < MAX_FAULTS) faults.push({ line, reason })
}

/** Notes a fault that can hide or change whole events. */
function noteGap(building: Building, line: number, reason: RefusalReason): void {
  noteFault(building, line, reason)
  building.doubt ??= because('wrong_line', { line, why: reason })
}

function noteDamage(building: Building, line: number, reason: RefusalReason) {
  const event = building.open.findLast(({ name }) => name === 'VEVENT')
  if (event === undefined) return noteGap(building, line, reason)
  event.isDamaged = true
  noteFault(building, line, reason)
}

function begin(building: Building, name: string, { number, from }: UnfoldedLine): void {
  building.count += 1
  if (building.open.length > MAX_DEPTH) throw tooLarge(because('components_too_deep', { line: number }))
  if (building.count > MAX_COMPONENTS)
    throw tooLarge(because('too_many_components', { most: MAX_COMPONENTS }))
  building.open.push(opened(name, number, from))
}

/** Leaves out a component without an end, but not the complete ones within it. */
function drop(building: Building): void {
  const dropped = building.open.pop()
  if (dropped === undefined) return
  noteGap(building, dropped.number, because('component_without_end', { part: dropped.name }))
  for (const one of dropped.components) topOf(building).components.push(one)
}

function end(building: Building, name: string, { number, to }: UnfoldedLine) {
  const { open, root, keep } = building
  if (!open.some((one) => one.name === name && one !== root))
    return noteGap(building, number, because('end_without_component', { part: name }))
  while (topOf(building).name !== name) drop(building)
  const ended = open.pop()
  if (ended !== undefined) topOf(building).components.push(keep(ended, ended.from, to))
}

function addLine(building: Building, line: UnfoldedLine) {
  const { number, text } = line
  if (line.isTooLong)
    return noteDamage(building, number, because('content_line_too_long', { most: LONGEST_CONTENT_LINE }))
  const property = propertyOfLine(text)
  if (property === undefined) return noteDamage(building, number, because('not_a_content_line'))
  const name = () => property.value.trim().toUpperCase().slice(0, 100)
  const { properties } = topOf(building)
  if (property.name === 'BEGIN') begin(building, name(), line)
  else if (property.name === 'END') end(building, name(), line)
  else if (properties.length < MAX_PROPERTIES) properties.push(property)
  else noteDamage(building, number, because('too_many_properties', { most: MAX_PROPERTIES }))
}

function builtText(building: Building): ReadText {
  const { root, open, faults } = building
  const isCut = open.length > 1
  while (open.length > 1) drop(building)
  if (!root.components.some(({ name }) => name === 'VCALENDAR'))
    building.doubt ??= because('no_whole_calendar')
  const { doubt } = building
  return { components: root.components, faults, isCut, ...(doubt !== undefined && { doubt }) }
}

/** Returns the first component of a short text whose first line has this number. */
function componentIn(text: string, number: number): Component | undefined {
  const building = begun((one) => one)
  for (const line of unfoldedLinesInSteps(text, number)) if (line !== undefined) addLine(building, line)
  return builtText(building).components[0]
}

/** Reads the components of a text, which stays in memory with them. Throws a problem if it exceeds the limits. */
export async function readComponentsAndFaults(text: string): Promise<ReadText> {
  const building = begun(makeLazyComponentReplacer(text, componentIn))
  for (const line of unfoldedLinesInSteps(text)) {
    if (line === undefined) await breath()
    else addLine(building, line)
  }
  return builtText(building)
}
