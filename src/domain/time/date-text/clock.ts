/** The time and the zone after a day. */
import { storedZoneName } from '../zones.ts'

/** A time of day `HH:MM:SS` and a zone in its stored form; each is optional. */
export interface ParsedTimeAndZone extends ZoneText {
  readonly time?: string
}

/** A zone in its stored form, and the offset `±HH:MM` before it (RFC 9557). `Z` means that the local offset is unknown. */
interface ZoneText {
  readonly zone?: string
  readonly offset?: string
}

const TIME_FORMS = [
  /^ (?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)? ?(?<half>[ap])m(?![a-z])/,
  /^[t ](?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?/,
  /^t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)/,
  /^ (?<word>noon|midnight)(?![a-z])/,
]
const OFFSET = /^([+-]\d\d)(?::?(\d\d))?$/
// RFC 9557 suffixes: a zone, critical or not, then tags that may be ignored.
const BRACKETS = /^([^[]*)\[!?([^\]=]+)\](?:\[[a-z0-9_-]+=[a-z0-9-]+\])*$/

/** Parses the text after a day into a time and a zone; undefined for any other text. */
export function parseTimeAndZone(text: string): ParsedTimeAndZone | undefined {
  const match = TIME_FORMS.map((form) => form.exec(text)).find((found) => found !== null)
  const time = match?.groups && timeOf(match.groups)
  if (match && time === undefined) return undefined
  const rest = text.slice(match?.[0].length ?? 0)
  if (rest === '') return { ...(time && { time }) }
  const zone = zoneOf(rest)
  return zone === undefined ? undefined : { ...(time && { time }), ...zone }
}

type Groups = Record<string, string | undefined>

function timeOf({ word, hour, minute = '00', second = '00', half }: Groups): string | undefined {
  if (word) return word === 'noon' ? '12:00:00' : '00:00:00'
  const hours = half ? hourOfHalf(Number(hour), half) : Number(hour)
  if (hours === undefined || hours > 23 || minute > '59' || second > '59') return undefined
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}

function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

// `Z` or an offset may directly follow a time but not a day, which ends before a space, `t` or `[`: `2027-05-04-05` is ambiguous.
function zoneOf(text: string): ZoneText | undefined {
  const spaced = text.startsWith(' ')
  const [, before = '', bracketed] = BRACKETS.exec(spaced ? text.slice(1) : text) ?? []
  if (bracketed !== undefined) return bracketedZone(before, bracketed)
  const name = spaced ? text.slice(1) : text
  if (!spaced && !/^(?:z$|[+-])/.test(name)) return undefined
  const zone = suffixZone(name)
  return zone === undefined ? undefined : { zone }
}

function bracketedZone(before: string, name: string): ZoneText | undefined {
  const zone = storedZoneName(name)
  if (zone === undefined || before === '') return zone === undefined ? undefined : { zone }
  const offset = before === 'z' ? 'Z' : offsetOf(before)
  if (offset === undefined) return undefined
  // RFC 9557 §2.2: `-00:00` has an unknown local offset, as `Z` has.
  return { zone, offset: offset === '-00:00' ? 'Z' : offset }
}

function offsetOf(text: string): string | undefined {
  const [, hours, minutes = '00'] = OFFSET.exec(text) ?? []
  return hours === undefined ? undefined : storedZoneName(`${hours}:${minutes}`)
}

function suffixZone(name: string): string | undefined {
  return name === 'z' ? 'UTC' : OFFSET.test(name) ? offsetOf(name) : storedZoneName(name)
}
