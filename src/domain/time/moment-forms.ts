/** How fields of dates and times are written, as figures, in the order of a region. Browsers use it. */

/** The order in which a date is written: what comes first. */
export type DateOrder = 'day-first' | 'month-first' | 'year-first'

/**
 * What a field holds: a day as `YYYY-MM-DD`, a time of day as `HH:MM`, or a moment as `YYYY-MM-DD HH:MM:SS`.
 */
export type MomentKind = 'day' | 'time' | 'moment'

// What is read is the calendar and the figures of the API, whatever the region usually has.
const figures = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const
const dayParts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const clockParts = { hour: 'numeric', minute: '2-digit' } as const

/** How fields are written in a locale, so that they are read again (`domain/typed/moments.ts`). */
interface MomentForms {
  readonly order: DateOrder
  /** Whether times have no “am” and “pm”, so that they are figures alone. */
  readonly hasPlainTimes: boolean
  /** Returns what is at seconds since 1970 as a text: `31.12.2026`, `12/31/2026`, `6:00 PM`. */
  readonly written: (kind: MomentKind, epoch: number) => string
}

/** Returns how fields are written in a locale. */
export function momentFormsIn(locale: string): MomentForms {
  const formats: Readonly<Record<MomentKind, Intl.DateTimeFormat>> = {
    day: new Intl.DateTimeFormat(locale, { ...figures, ...dayParts }),
    time: new Intl.DateTimeFormat(locale, { ...figures, ...clockParts }),
    moment: new Intl.DateTimeFormat(locale, { ...figures, ...dayParts, ...clockParts }),
  }
  const parts = formats.day.formatToParts(0).map(({ type }) => type)
  const first = (['day', 'month', 'year'] as const).toSorted(
    (one, other) => parts.indexOf(one) - parts.indexOf(other),
  )[0]
  return {
    order: `${first ?? 'day'}-first`,
    hasPlainTimes: formats.time.resolvedOptions().hour12 !== true,
    written: (kind, epoch) => formats[kind].format(epoch * 1000).replace(/\s/g, ' '),
  }
}
