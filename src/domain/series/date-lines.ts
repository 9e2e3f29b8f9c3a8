/** RDATE and EXDATE (RFC 5545 §3.8.5.1, §3.8.5.2) ↔ dates on the wall clock of a series. */
import { because } from '../../problem.ts'
import { basicTimestamp, epochOfUtc, utcTimestampOfEpoch } from '../time/timestamp.ts'
import { isWallClockAtEpochRepeated } from '../time/zone-transitions.ts'
import { epochOfWall, storedZoneName, wallAt } from '../time/zones.ts'
import type { FirstOccurrenceTimes, RecurrenceDate, RecurrenceFault } from './series.ts'

/** Maximum number of dates of one kind. */
export const MAX_RECURRENCE_DATES = 2000

/** One content line: name, parameters by their names in capitals, value. */
export interface DateLine {
  readonly name: string
  readonly params: ReadonlyMap<string, string>
  readonly value: string
}

/** `20270504T180000` → the timestamp; undefined if there is no such date. */
function timestampOf(day: string, time: string): string | undefined {
  const timestamp = `${day.replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
  if (Number(day.slice(0, 4)) < 1000) return undefined
  return utcTimestampOfEpoch(epochOfUtc(timestamp)) === timestamp ? timestamp : undefined
}

function dateOf(
  text: string,
  from: string,
  { zone, allDay }: FirstOccurrenceTimes,
): RecurrenceDate | undefined {
  const [, day = '', time, utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(text) ?? []
  const written = timestampOf(day, time ?? '000000')
  if (written === undefined) return undefined
  const own = utc === undefined ? from : 'UTC'
  const epoch = time === undefined || own === zone ? undefined : epochOfWall(written, own)
  const wall = epoch === undefined ? written : wallAt(epoch, zone)
  if (time === undefined || allDay) return { wall: `${wall.slice(0, 10)} 00:00:00`, isDay: true }
  return epoch !== undefined && isWallClockAtEpochRepeated(epoch, zone)
    ? { wall, isDay: false, epoch }
    : { wall, isDay: false }
}

/** The dates of one line on the wall clock of the series; `TZID` and times in UTC are converted. Or the fault. */
export function datesOfLine(
  { name, params, value }: DateLine,
  times: FirstOccurrenceTimes,
): readonly RecurrenceDate[] | RecurrenceFault {
  const id = params.get('TZID')
  const zone = id === undefined ? times.zone : storedZoneName(id)
  if (zone === undefined)
    return { fault: because('unknown_zone_of_part', { part: name, zone: String(id).slice(0, 60) }) }
  const unknown = [...params.keys()].find((param) => param !== 'TZID' && param !== 'VALUE')
  if (unknown !== undefined)
    return { fault: because('part_not_understood', { part: name, text: unknown.slice(0, 40) }) }
  const type = (params.get('VALUE') ?? 'DATE-TIME').toUpperCase()
  if (type !== 'DATE' && type !== 'DATE-TIME')
    return { fault: because('value_not_understood', { part: name, text: type.slice(0, 40) }) }
  const texts = value.split(',', MAX_RECURRENCE_DATES + 1)
  if (texts.length > MAX_RECURRENCE_DATES)
    return { fault: because('too_many_dates', { part: name, most: MAX_RECURRENCE_DATES }) }
  const dates: RecurrenceDate[] = []
  for (const text of texts) {
    const date = dateOf(text.trim().toUpperCase(), zone, times)
    if (date === undefined)
      return { fault: because('not_a_date_of_part', { part: name, text: text.trim().slice(0, 60) }) }
    dates.push(date)
  }
  return dates
}

/** The dates ascending, each once. */
export function distinctDates(dates: readonly RecurrenceDate[]): readonly RecurrenceDate[] {
  const keyOf = ({ wall, isDay, epoch }: RecurrenceDate) => `${wall}${isDay ? ' ' : (epoch ?? '')}`
  const byKey = new Map(dates.map((date) => [keyOf(date), date] as const))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, date]) => date)
}

/** The value of a date-time: on the wall clock, or in UTC where that tells two apart. */
export const dateTimeValue = ({ wall, epoch }: RecurrenceDate): string =>
  epoch === undefined ? basicTimestamp(wall) : `${basicTimestamp(utcTimestampOfEpoch(epoch))}Z`

/** The lines of dates, without TZID: at most one of date-times on the wall clock, one in UTC, and one of days. */
export function formatDateLines(
  name: 'RDATE' | 'EXDATE',
  dates: readonly RecurrenceDate[],
): readonly string[] {
  const days = dates.filter(({ isDay }) => isDay).map(({ wall }) => basicTimestamp(wall).slice(0, 8))
  const moments = dates.filter(({ isDay }) => !isDay)
  const named = [
    moments.filter(({ epoch }) => epoch === undefined),
    moments.filter(({ epoch }) => epoch !== undefined),
  ]
  return [
    ...named.flatMap((some) => (some.length === 0 ? [] : [`${name}:${some.map(dateTimeValue).join()}`])),
    ...(days.length === 0 ? [] : [`${name};VALUE=DATE:${days.join()}`]),
  ]
}
