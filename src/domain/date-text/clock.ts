/** What may follow a day: a time, then a zone. */
import { zoneNamed } from '../time-zone.ts'

/** A time of day `HH:MM:SS` and a kept zone, each if named. */
export interface ClockText {
  readonly time?: string
  readonly zone?: string
}

const TIME_FORMS = [
  /^ (?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)? ?(?<half>[ap])m(?![a-z])/,
  /^[t ](?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?/,
  /^t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)/,
  /^ (?<word>noon|midnight)(?![a-z])/,
]
const OFFSET = /^([+-]\d\d)(?::?(\d\d))?$/

/** The time and zone in what follows a day; undefined when that is anything else. */
export function parseClock(text: string): ClockText | undefined {
  const match = TIME_FORMS.map((form) => form.exec(text)).find((found) => found !== null)
  const time = match?.groups && timeOf(match.groups)
  if (match && time === undefined) return undefined
  const rest = text.slice(match?.[0].length ?? 0)
  if (rest === '') return { ...(time && { time }) }
  const zone = zoneOf(rest)
  return zone === undefined ? undefined : { ...(time && { time }), zone }
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

// `Z` or an offset can follow a time at once, since a day ends before a space, `t` or `[`: in `2027-05-04-05`
// nothing says which is which.
function zoneOf(text: string): string | undefined {
  const spaced = text.startsWith(' ')
  const name = spaced ? text.slice(1) : text
  const bracketed = /^\[([^\]]+)\]$/.exec(name)?.[1]
  if (bracketed !== undefined) return zoneNamed(bracketed)
  if (spaced || /^(?:z$|[+-])/.test(name)) return suffixZone(name)
  return undefined
}

function suffixZone(name: string): string | undefined {
  if (name === 'z') return 'UTC'
  const [, hours, minutes = '00'] = OFFSET.exec(name) ?? []
  return zoneNamed(hours === undefined ? name : `${hours}:${minutes}`)
}
