/** Dates and times in fields: written as the region does, with figures alone. */
import { type MomentKind, momentFormsIn } from '../../../domain/time/moment-forms.ts'
import { locale, t } from '../words/index.ts'
import { dateTimeText, dayText, resolveWallTime, timeText, wallEpoch } from './wall.ts'

export function clockWarning(zone: string, wall: string): string | undefined {
  const read = resolveWallTime(zone, wall)
  if (read?.kind === 'moved') return t('clock.moved', { at: dateTimeText(read.wall) })
  return read?.kind === 'repeated' ? t('clock.repeated') : undefined
}

const forms = momentFormsIn(locale)

/** The order of dates, and whether times have no “am” and “pm”, so that they are figures alone. */
export const { order, hasPlainTimes } = forms

const wallOf = (kind: MomentKind, value: string) => (kind === 'time' ? `2000-01-01 ${value}` : value)

/** Returns a value as its field shows it: `31.12.2026`, `12/31/2026`, `6:00 PM`; as it is, if it is none. */
export function writtenMoment(kind: MomentKind, value: string): string {
  const epoch = value === '' ? undefined : wallEpoch(wallOf(kind, value))
  return epoch === undefined ? value : forms.written(kind, epoch / 1000)
}

const inWords = { day: dayText, time: timeText, moment: dateTimeText }

/** Returns a value in words that leave nothing open: `Thu, 31 Dec 2026`. */
export const momentInWords = (kind: MomentKind, value: string): string => inWords[kind](wallOf(kind, value))

/**
 * Whether a text that means something is taken while it is typed: one with a whole year or time, or in words. Others, such as “31.12.20”, may be the beginning of
 * another date, and are taken when they are left.
 */
export const isWholeText = (kind: MomentKind, text: string): boolean =>
  !/\d/.test(text) || (kind === 'time' ? /\d\D?\d\d(?!\d)/ : /\d{4}/).test(text)
