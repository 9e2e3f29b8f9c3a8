/** Values that programs write in other forms than those of RFC 5545, where they have one meaning alone. */
import { plusSeconds } from '../../../domain/time/timestamp.ts'

const OFFSET = /(?:Z|([+-])(\d\d):?(\d\d))$/i
const clocks = [/^(\d{1,2})[:\s.-](\d\d)(?:[:\s.-](\d\d)(?:[.,]\d{1,9})?)?$/, /^(\d\d)(\d\d)(\d\d)?$/]
const PADDED_CLOCK = /^(\d)(\d\d)(\d\d)?$/

const basic = (timestamp: string) => timestamp.replace(/[-:]/g, '').replace(' ', 'T')

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
  return `${seconds === 0 ? `${date}T${time}` : basic(plusSeconds(wall, seconds))}Z`
}

const STRICT = /^\d{8}(?:T\d{6}Z?)?$/i
const timeNames = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE'])

/** The day of a time at its first or last second; of an end, which is excluded, the day after that. */
function dayOf(name: string, text: string): string {
  const [, day = '', last] = /^(\d{8})T(?:000000|(235959))Z?$/i.exec(text) ?? []
  if (day === '') return text
  if (last === undefined || name !== 'DTEND') return day
  const next = plusSeconds(`${day.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')} 00:00:00`, 86_400)
  return basic(next).slice(0, 8)
}

const repairedRule = (value: string) =>
  value
    .replace(/^\s*RRULE\s*:/i, '')
    .replace(/(UNTIL\s*=)([^;]{8,40})/i, (whole, name: string, until: string) =>
      STRICT.test(until.trim()) ? whole : `${name}${basicTime(until.trim()) ?? until}`,
    )

/** Returns the value of a property in the form of RFC 5545; the value itself if it has that, or can't be understood. */
export function repairedValue(name: string, value: string): string {
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
export const valueOfDays = (name: string, value: string): string =>
  timeNames.has(name)
    ? value
        .split(',')
        .map((text) => dayOf(name, text.trim()))
        .join(',')
    : value
