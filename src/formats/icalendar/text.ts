/** The text of a calendar → components. */
import { setImmediate as breath } from 'node:timers/promises'
import { basicTimestamp, epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { because, Problem, type RefusalReason } from '../../problem.ts'

// Values that programs write in other forms than those of RFC 5545, where they have one meaning alone.

const OFFSET = /(?:Z|([+-])(\d\d):?(\d\d))$/i
const clocks = [/^(\d{1,2})[:\s.-](\d\d)(?:[:\s.-](\d\d)(?:[.,]\d{1,9})?)?$/, /^(\d\d)(\d\d)(\d\d)?$/]
const PADDED_CLOCK = /^(\d)(\d\d)(\d\d)?$/

/** Returns a time as RFC 5545 writes it: `2027-10-08`, `2027-10-08T::`, `20271008T 90000`, `2027-10-08 10:00:00+0200`; undefined for any other text. */
export function basicTime(text: string): string | undefined {
  const [, year = '', month = '', day = '', written = ''] =
    /^(\d{4})-?(\d\d)-?(\d\d)(|[T\s-].{0,40})$/i.exec(text) ?? []
  if (year === '') return undefined
  const date = `${year}${month}${day}`
  const [, isPadded = '', rest = ''] = /^[T-]?(\s*)(.*)$/i.exec(written.trimEnd()) ?? []
  if (/^:*$/.test(rest)) return date
  const zone = OFFSET.exec(rest)
  const clock = rest.slice(0, zone?.index).trim()
  const forms = isPadded === '' ? clocks : [...clocks, PADDED_CLOCK]
  const [, hour = '', minute = '00', second = '00'] =
    forms.map((form) => form.exec(clock)).find((found) => found !== null) ?? []
  if (hour === '') return undefined
  const time = `${hour.padStart(2, '0')}${minute}${second}`
  if (zone === null) return `${date}T${time}`
  const [, sign, hours = '0', minutes = '0'] = zone
  const seconds = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? 60 : -60)
  const wall = `${year}-${month}-${day} ${time.replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3')}`
  return `${seconds === 0 ? `${date}T${time}` : basicTimestamp(plusSeconds(wall, seconds))}Z`
}

const STRICT = /^\d{8}(?:T\d{6}Z?)?$/i
const timeNames = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE'])

/** The day of a time at its first or last second; of an end, which is excluded, the day after that. */
function dayOf(name: string, text: string): string {
  const [, day = '', last] = /^(\d{8})T(?:000000|(235959))Z?$/i.exec(text) ?? []
  if (day === '') return text
  if (last === undefined || name !== 'DTEND') return day
  const next = plusSeconds(`${day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')} 00:00:00`, 86_400)
  return basicTimestamp(next).slice(0, 8)
}

const repairedRule = (value: string) =>
  value
    .replace(/^\s*RRULE\s*:/i, '')
    .replace(/(UNTIL\s*=)([^;]{8,40})/i, (whole, name: string, until: string) =>
      STRICT.test(until.trim()) ? whole : `${name}${basicTime(until.trim()) ?? until}`,
    )

/** Returns the value of a property in the form of RFC 5545; the value itself if it has that, or can't be understood. */
function repairedValue(name: string, value: string): string {
  if (name === 'RRULE') return repairedRule(value)
  if (!timeNames.has(name) || STRICT.test(value)) return value
  return value
    .split(',')
    .map((text) => {
      const plain = text.trim()
      return STRICT.test(plain) ? text : (basicTime(plain) ?? text)
    })
    .join(',')
}

/** Returns the value of a property whose type is DATE as days: some programs write midnights. */
const valueOfDays = (name: string, value: string): string =>
  timeNames.has(name)
    ? value
        .split(',')
        .map((text) => dayOf(name, text.trim()))
        .join(',')
    : value

// Reads the content lines of a calendar (RFC 5545 §3.1), and the values of their properties.

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
function propertyOfLine(text: string): Property | undefined {
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

/** The name that a calendar gives itself (RFC 7986 §5.1, or as programs wrote it before); "" without one. */
export function calendarName(components: readonly Component[]): string {
  const calendars = components.filter(({ name }) => name === CALENDAR)
  const names = calendars.flatMap(
    (one) => propertyNamed(one, 'NAME') ?? propertyNamed(one, 'X-WR-CALNAME') ?? [],
  )
  return unescapedText(names[0]?.value ?? '')
}

/** The maximum texts of one list: more than any arg accepts. */
const MAX_TEXTS = 1000

/** The texts of a list value: separated by commas that are not escaped. */
export function unescapedTexts(value: string): readonly string[] {
  return (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? [])
    .slice(0, MAX_TEXTS)
    .map((text) => unescapedText(text).trim())
}

// Splits the text of a calendar into unfolded lines (RFC 5545 §3.1), in steps, so that long lines do not block other tasks.

interface UnfoldedLine {
  /** The number of its first line, counted from 1. */
  readonly number: number
  /** Where it begins and ends in the text. */
  readonly from: number
  readonly to: number
  /** "" if the line is too long. */
  readonly text: string
  readonly isTooLong: boolean
}

/** A limit far above real calendars. */
const MAX_LINES = 3_000_000
/** The maximum characters of one unfolded line: a description of maximum length, with escapes. */
const LONGEST_CONTENT_LINE = 512 * 1024
/** Characters that are read in one step, which takes some milliseconds. */
const STEP = 1024 * 1024
/** The cost of a line in addition to its characters, in characters. */
const LINE_COST = 32

const LINE_FEED = 10
const RETURN = 13

/** The end of the line that contains `from`, but at most `to`. */
function lineEnd(text: string, from: number, to: number): number {
  let at = from
  for (; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || code === RETURN) return at
  }
  return at
}

interface OpenLine {
  readonly number: number
  readonly from: number
  readonly pieces: string[]
  to: number
  size: number
}

function closed({ number, from, to, pieces, size }: OpenLine): UnfoldedLine {
  const isTooLong = size > LONGEST_CONTENT_LINE
  return { number, from, to, isTooLong, text: isTooLong ? '' : pieces.join('') }
}

/** Adds a piece of a line, which ends at `to` in the text. */
function extend(open: OpenLine, piece: string, to: number): void {
  open.to = to
  open.size += piece.length
  // A line that is too long is not held in memory.
  if (open.size > LONGEST_CONTENT_LINE) open.pieces.length = 0
  else open.pieces.push(piece)
}

/**
 * Yields the lines that are not empty, with any kind of line break, and undefined after each step; `first` is the number of the first
 * line. Throws 400 if there are too many.
 */
export function* unfoldedLinesInSteps(text: string, first = 1): Generator<UnfoldedLine | undefined> {
  let open: OpenLine | undefined
  let work = 0
  for (let [at, number] = [text.startsWith('\ufeff') ? 1 : 0, first]; at < text.length; number += 1) {
    if (number > MAX_LINES)
      throw new Problem('rest_invalid_param', because('too_many_lines', { most: MAX_LINES }))
    let end = lineEnd(text, at, Math.min(text.length, at + STEP))
    while (end < text.length && text.charCodeAt(end) !== LINE_FEED && text.charCodeAt(end) !== RETURN) {
      yield undefined
      end = lineEnd(text, end, Math.min(text.length, end + STEP))
    }
    work += end - at + LINE_COST
    const line = text.slice(at, end)
    if (/^[ \t]/.test(line) && open !== undefined) extend(open, line.slice(1), end)
    else if (/\S/.test(line)) {
      if (open !== undefined) yield closed(open)
      open = { number, from: at, to: end, pieces: [], size: 0 }
      extend(open, line, end)
    }
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (work < STEP) continue
    work = 0
    yield undefined
  }
  if (open !== undefined) yield closed(open)
}

// Parses the text of a calendar into components (RFC 5545 §3.6). Accepts any text, and reports the lines that it can't read.

// Keeps where the events of a calendar are in its text, instead of their properties: a hundred thousand would take 120 MB.

/** Reads the component of a text whose first line has this number. */
type ReadOne = (text: string, number: number) => Component | undefined

/** Components that are read as a whole once, because others refer to what they contain. */
const read = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT'])

/** The maximum characters of a component that is read again, which takes less than a millisecond. */
const LONGEST = 64 * 1024
/** Components whose properties stay in memory: at least those of one series with its exceptions, which are compared. */
const MAX_RECENT = 1000

const nothing = { properties: [], components: [] } as const

/** A component and where it is in the text. */
interface PlacedComponent extends Pick<Component, 'name' | 'number' | 'isDamaged'> {
  readonly from: number
  readonly to: number
}

/** Returns a function that replaces a component of the text by one that is read again from it when it is needed. */
function makeLazyComponentReplacer(text: string, readOne: ReadOne) {
  const recent = new Map<number, Pick<Component, 'properties' | 'components'>>()
  const contentOf = ({ from, to, number }: PlacedComponent) => {
    const known = recent.get(from)
    if (known !== undefined) return known
    const content = readOne(text.slice(from, to), number) ?? nothing
    if (recent.size >= MAX_RECENT) recent.clear()
    recent.set(from, content)
    return content
  }
  // Getters of its own would make each component six times as large.
  const shared: object = Object.defineProperties(
    {},
    {
      properties: {
        get(this: PlacedComponent) {
          return contentOf(this).properties
        },
      },
      components: {
        get(this: PlacedComponent) {
          return contentOf(this).components
        },
      },
    },
  )
  return (component: Component, from: number, to: number): Component => {
    const { name, number, isDamaged } = component
    if (read.has(name) || to - from > LONGEST) return component
    return Object.assign(Object.create(shared), { name, number, isDamaged, from, to })
  }
}

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
  /** Where the last line ends in the text. */
  to: number
  /** Whether the calendar has ended on a line with other text: what follows is none of it. */
  isOver: boolean
}

function begun(keep: Keep): Building {
  const root = opened('', 0, 0)
  return { keep, root, open: [root], faults: [], count: 0, doubt: undefined, to: 0, isOver: false }
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

/** The components of which a calendar consists. None is part of another one. */
const calendarParts = ['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VTIMEZONE']

/** Whether one letter too many or too few, another one, or two in the wrong order make a name of another. */
function isMisspelt(name: string, meant: string): boolean {
  let at = 0
  while (at < meant.length && name[at] === meant[at]) at += 1
  const [rest, right] = [name.slice(at), meant.slice(at)]
  const isSwapped = rest[0] === right[1] && rest[1] === right[0] && rest.slice(2) === right.slice(2)
  return [rest.slice(1), rest].includes(right.slice(1)) || rest.slice(1) === right || isSwapped
}

const CALENDAR = 'VCALENDAR'

/** The name of a component as it is meant: programs have written BEGIN:VALENDAR. */
function meantName(building: Building, name: string, number: number): string {
  if (name === CALENDAR || !isMisspelt(name, CALENDAR)) return name
  noteFault(building, number, because('calendar_misspelt', { text: name }))
  return CALENDAR
}

/** Ends the innermost open component, which is kept. */
function close(building: Building, to: number): void {
  const ended = building.open.pop()
  if (ended !== undefined) topOf(building).components.push(building.keep(ended, ended.from, to))
}

/** Ends an event, or another part of a calendar, where the next one begins: programs have left out each END:VEVENT. */
function closePartBefore(building: Building, name: string): void {
  const isEnded = name === CALENDAR ? [CALENDAR, ...calendarParts] : calendarParts
  if (!isEnded.includes(name) || !isEnded.includes(topOf(building).name)) return
  const { name: part, number } = topOf(building)
  noteFault(building, number, because('component_without_end', { part }))
  close(building, building.to)
  closePartBefore(building, name)
}

function begin(building: Building, written: string, { number, from }: UnfoldedLine): void {
  const name = meantName(building, written, number)
  const { open } = building
  const part = open.findLastIndex((one) => calendarParts.includes(one.name))
  if (part > 0 && (calendarParts.includes(name) || name === CALENDAR)) {
    // An alarm without an end would otherwise take the event along.
    while (open.length > part + 1 && !calendarParts.includes(topOf(building).name)) drop(building)
  }
  closePartBefore(building, name)
  building.count += 1
  if (open.length > MAX_DEPTH) throw tooLarge(because('components_too_deep', { line: number }))
  if (building.count > MAX_COMPONENTS)
    throw tooLarge(because('too_many_components', { most: MAX_COMPONENTS }))
  open.push(opened(name, number, from))
}

/** Leaves out a component without an end, but not the complete ones within it. */
function drop(building: Building): void {
  const dropped = building.open.pop()
  if (dropped === undefined) return
  noteGap(building, dropped.number, because('component_without_end', { part: dropped.name }))
  for (const one of dropped.components) topOf(building).components.push(one)
}

/** Returns the name that an END of more text begins with, if such a component is open: comments of pages are glued to it. */
function gluedName({ open }: Building, text: string): string | undefined {
  const name = /^([A-Z-]+)[^A-Z-]/.exec(text)?.[1]
  return open.some((one) => one.name !== '' && one.name === name) ? name : undefined
}

function end(building: Building, text: string, { number, to }: UnfoldedLine) {
  const { open } = building
  const glued = gluedName(building, text)
  const name = glued ?? meantName(building, text, number)
  if (glued !== undefined) noteGap(building, number, because('text_after_end', { part: glued }))
  if (!open.some((one) => one.name !== '' && one.name === name)) {
    noteGap(building, number, because('end_without_component', { part: name }))
    if (open.length > 1 && isMisspelt(name, topOf(building).name)) drop(building)
    return
  }
  while (topOf(building).name !== name) drop(building)
  close(building, to)
  building.isOver = glued === CALENDAR
}

/** Properties whose text some programs break without folding it. */
const brokenTexts = ['DESCRIPTION', 'X-ALT-DESC']

/** Whether a line goes on with the text of the property before it: it names no property as the others are named. */
function isTextGoingOn(building: Building, text: string, property: Property | undefined): boolean {
  const last = topOf(building).properties.at(-1)
  if (last === undefined || !brokenTexts.includes(last.name)) return false
  if (property === undefined) return true
  const { name } = property
  const isInCapitals = text.startsWith(name)
  const isKnown = propertyNames.has(name) || name.startsWith('X-')
  if (!isKnown) return !isInCapitals || /^[\w-]+:\s/.test(text)
  // A file may have all its names in small letters: then two of them look alike.
  return !isInCapitals && text.slice(0, name.length) !== name.toLowerCase()
}

/** The names of properties of events (RFC 5545 §3.8, RFC 7986, RFC 9073, RFC 9253), and what begins and ends components. */
const propertyNames = new Set(
  `ACTION ATTACH ATTENDEE BEGIN CATEGORIES CLASS COLOR COMMENT COMPLETED CONCEPT CONFERENCE CONTACT CREATED DESCRIPTION DTEND DTSTAMP
DTSTART DUE DURATION END EXDATE EXRULE FREEBUSY GEO IMAGE LAST-MODIFIED LINK LOCATION METHOD NAME ORGANIZER PERCENT-COMPLETE PRIORITY
RDATE RECURRENCE-ID REFID RELATED-TO REPEAT REQUEST-STATUS RESOURCES RRULE SEQUENCE SOURCE STATUS STRUCTURED-DATA STYLED-DESCRIPTION
SUMMARY TRANSP TRIGGER UID URL`.split(/\s/),
)

/** Adds a line to the text before it. */
function addText(building: Building, { number, text }: UnfoldedLine) {
  const { properties } = topOf(building)
  const last = properties.at(-1)
  if (last === undefined) return
  const isBroken = /^\\n/i.test(text)
  const value = `${last.value}${isBroken ? '' : '\\n'}${text}`
  if (value.length > LONGEST_CONTENT_LINE)
    return noteDamage(building, number, because('content_line_too_long', { most: LONGEST_CONTENT_LINE }))
  properties[properties.length - 1] = { ...last, value }
  noteFault(building, number, because('text_goes_on', { part: last.name }))
}

function addLine(building: Building, line: UnfoldedLine) {
  const { text } = line
  if (building.isOver && !/^BEGIN:/i.test(text)) return
  building.isOver = false
  addReadLine(building, line)
  building.to = line.to
}

function addReadLine(building: Building, line: UnfoldedLine) {
  const { number, text } = line
  if (line.isTooLong)
    return noteDamage(building, number, because('content_line_too_long', { most: LONGEST_CONTENT_LINE }))
  const property = propertyOfLine(text)
  if (isTextGoingOn(building, text, property)) return addText(building, line)
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
  // A calendar without its last line has all its events; a text that ends within one is cut off.
  const isWhole =
    open.length === 1 || (topOf(building).name === CALENDAR && topOf(building).components.length > 0)
  while (open.length > 1) {
    if (isWhole && topOf(building).name === CALENDAR) {
      noteGap(building, topOf(building).number, because('component_without_end', { part: CALENDAR }))
      close(building, building.to)
    } else drop(building)
  }
  const isCut = !isWhole
  if (!root.components.some(({ name }) => name === 'VCALENDAR'))
    building.doubt ??= because('no_whole_calendar')
  const { doubt } = building
  return { components: root.components, faults, isCut, ...(doubt !== undefined && { doubt }) }
}

/** Returns the first component of a short text whose first line has this number. */
function componentIn(text: string, number: number): Component | undefined {
  const building = begun((one) => one)
  for (const line of unfoldedLinesInSteps(text, number)) if (line !== undefined) addLine(building, line)
  // It was kept, so that it ends here where it has no end of its own.
  while (building.open.length > 1) close(building, text.length)
  return building.root.components[0]
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

// The values of times (RFC 5545 §3.3.4–§3.3.6).

/** Parses `20270504`, `20270504T180000`, `20270504T180000Z`; undefined for any other text. A leap second becomes the second before. */
export function parseTimeValue(text: string) {
  const [, date = '', time, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/i.exec(text) ?? []
  if (date === '') return undefined
  const day = date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')
  const clock = (time ?? '000000').replace(/(\d\d)(\d\d)(\d\d)/, '$1:$2:$3').replace(/60$/, '59')
  const timestamp = `${day} ${clock}`
  if (utcTimestampOfEpoch(epochOfUtc(timestamp)) !== timestamp) return undefined
  return { timestamp, isDate: time === undefined, isUtc: utc !== undefined }
}

/** Parses `P1D`, `PT1H30M`, `P2W`, also `P1DT`; undefined for any other text and for a negative duration. */
export function parseDuration(text: string) {
  const found =
    /^\+?P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i.exec(text)
  // Some programs write the T of a time that they then leave out.
  if (found === null || /^\+?PT?$/i.test(text)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds }
}
