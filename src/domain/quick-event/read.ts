/** Reads a line such as “Concert Friday 8pm at Komedia” as the beginnings of an event. */
import { parseDateText, readDate } from '../time/date-text.ts'
import { epochOf, type Moment } from '../time/moment.ts'
import { today } from '../time/window.ts'
import { epochOfWall, wallAt } from '../time/zones.ts'
import { type Day, takeDay } from './days.ts'
import { anyOf } from './names.ts'
import { type Speech, speechOf } from './take.ts'
import { takeTimes } from './times.ts'

/** What a line says. Wall clocks are `YYYY-MM-DD HH:MM:SS` in the site zone; undefined if the line names no day. */
export interface QuickEvent {
  readonly title: string
  readonly start: string | undefined
  readonly end: string | undefined
  /** Whether the line names a day but no time. */
  readonly allDay: boolean
  /** The name of the place, as typed; "" for none. */
  readonly place: string
}

const TWO_HOURS = 7200
/** Parts a title from the place at its end. */
function parted(line: string, { language, words }: Speech): Pick<QuickEvent, 'title' | 'place'> {
  const japanese = language === 'ja' ? /^(?<place>.+?)で(?<title>.+)$/u.exec(line)?.groups : undefined
  const pattern = new RegExp(
    `^(?<title>.+)(?<![\\p{L}\\p{N}])(?:${anyOf(words.places)}\\s+|@\\s*)(?<place>\\S.*)$`,
    'iu',
  )
  const { title = line, place = '' } = japanese ?? pattern.exec(line)?.groups ?? {}
  const bare = (text: string) => text.replace(/^[\s,;:–-]+|[\s,;:–-]+$/gu, '')
  return { title: bare(title), place: bare(place) }
}

/** The start in seconds since 1970: the next one, where the line leaves open which is meant. */
function startOf({ text, laterBy }: Day, time: string, moment: Moment): number | undefined {
  const at = (day: string, after = '') => {
    const parsed = parseDateText(`${day} ${time}${after}`)
    return parsed && readDate(parsed, moment.zone, moment.now)?.epoch
  }
  const epoch = at(text)
  const floor = time === '00:00' ? epochOfWall(`${today(moment)} 00:00:00`, moment.zone) : epochOf(moment.now)
  if (epoch === undefined || epoch >= floor || laterBy === undefined) return epoch
  return laterBy === 'week' ? at(text, ' +1 week') : at(`${Number(text.slice(0, 4)) + 1}${text.slice(4)}`)
}

/**
 * Reads a line in a language of the service. A weekday or a date without a year is the next one. Without an end the event lasts two
 * hours; without a time, all day.
 */
export function readQuickEvent(line: string, language: string, moment: Moment): QuickEvent {
  const speech = speechOf(language)
  const text = line.normalize('NFC').replace(/\s+/g, ' ').trim()
  const day = takeDay(text, speech, moment)
  const times = takeTimes(day?.rest ?? text, speech)
  const parts = parted(times?.rest ?? day?.rest ?? text, speech)
  const on = day?.value ?? (times === undefined ? undefined : { text: 'today', laterBy: undefined })
  const start = on && startOf(on, times?.value.from ?? '00:00', moment)
  if (start === undefined) return { ...parts, start: undefined, end: undefined, allDay: false }
  const wall = wallAt(start, moment.zone)
  const { to } = times?.value ?? {}
  const sent =
    to === undefined ? start + TWO_HOURS : epochOfWall(`${wall.slice(0, 10)} ${to}:00`, moment.zone)
  const end = times === undefined ? wall : wallAt(sent <= start ? sent + 86_400 : sent, moment.zone)
  return { ...parts, start: wall, end, allDay: times === undefined }
}
