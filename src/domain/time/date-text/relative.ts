/** Dates relative to now: `tomorrow 9am`, `+1 week 2 hours`, `last day of next month`. */
import { dateShifts, dateShiftsAgo, NUMBER_AND_UNIT_REGEX_SOURCE } from './amounts.ts'
import { parseTimeAndZone } from './clock.ts'
import type { ParsedDateStep } from './steps.ts'
import {
  MONTH_REGEX_SOURCE,
  monthNumber,
  numberOfOrdinalWord,
  ORDINAL_REGEX_SOURCE,
  UNIT_REGEX_SOURCE,
  WEEKDAY_REGEX_SOURCE,
  weekdayNumber,
} from './words.ts'

/** Steps from now, and the zone of the text, in its stored form. */
interface StepsText {
  readonly form: 'steps'
  readonly steps: readonly ParsedDateStep[]
  readonly zone?: string
}

type Groups = Record<string, string | undefined>

/** A relative form: its pattern, its steps, and the time of day: fixed, that of now (`kept`), or midnight by default. */
interface Form {
  readonly pattern: RegExp
  readonly steps: (groups: Groups) => readonly ParsedDateStep[] | undefined
  readonly time: 'fixed' | 'kept' | 'midnight'
}

const MOMENTS: Readonly<Record<string, readonly ParsedDateStep[]>> = {
  now: [],
  noon: [{ step: 'clock', time: '12:00:00' }],
  midnight: [{ step: 'clock', time: '00:00:00' }],
}
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const MONTHS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 }
const FROM: Readonly<Record<string, number>> = { last: -7, next: 1 }

// The first form that matches applies, so `last day of next month` comes before `last day`.
const FORMS: readonly Form[] = [
  { pattern: whole('(?<word>now|noon|midnight)'), steps: ({ word = '' }) => MOMENTS[word], time: 'fixed' },
  {
    pattern: whole('(?<word>today|tomorrow|yesterday)'),
    steps: ({ word = '' }) => [{ step: 'shift', unit: 'day', by: DAYS[word] ?? 0 }],
    time: 'midnight',
  },
  {
    pattern: whole(
      `(?<ordinal>${ORDINAL_REGEX_SOURCE}) (?<day>day|${WEEKDAY_REGEX_SOURCE}) of ` +
        `(?:(?<which>last|this|next) month|(?<month>${MONTH_REGEX_SOURCE})(?: (?<year>[1-9]\\d{3}))?)`,
    ),
    steps: placeInMonth,
    time: 'midnight',
  },
  {
    pattern: whole(`(?:(?<which>last|next) )?(?<day>${WEEKDAY_REGEX_SOURCE})`),
    steps: ({ which = '', day = '' }) => [
      { step: 'weekday', weekday: weekdayNumber(day), from: FROM[which] ?? 0 },
    ],
    time: 'midnight',
  },
  {
    pattern: whole(`(?<which>last|next) (?<unit>${UNIT_REGEX_SOURCE})`),
    steps: ({ which = '', unit = '' }) => dateShifts(`${which === 'last' ? '-' : '+'}1 ${unit}`),
    time: 'kept',
  },
  {
    pattern: whole(
      `(?<list>${NUMBER_AND_UNIT_REGEX_SOURCE}(?: ${NUMBER_AND_UNIT_REGEX_SOURCE})*)(?<ago> ago)?`,
    ),
    steps: ({ list = '', ago }) =>
      ago ? dateShiftsAgo(list) : /^[+-]/.test(list) ? dateShifts(list) : undefined,
    time: 'kept',
  },
]

/** Parses a relative date into steps; undefined for any other text. */
export function parseRelativeSteps(text: string): StepsText | undefined {
  for (const form of FORMS) {
    const match = form.pattern.exec(`${text} `)
    if (match) return stepsText(form, match.groups ?? {}, text.slice(match[0].length))
  }
  return undefined
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}(?= )`)
}

function stepsText(form: Form, groups: Groups, rest: string): StepsText | undefined {
  const steps = form.steps(groups)
  const clock = parseTimeAndZone(rest)
  if (!steps || !clock || (clock.time !== undefined && form.time === 'fixed')) return undefined
  // An offset before a zone is checked against a calendar date (RFC 9557); a relative date has none.
  if (clock.offset !== undefined) return undefined
  const time = clock.time ?? (form.time === 'midnight' ? '00:00:00' : undefined)
  const clocked: readonly ParsedDateStep[] = time === undefined ? steps : [...steps, { step: 'clock', time }]
  return { form: 'steps', steps: clocked, ...(clock.zone && { zone: clock.zone }) }
}

function placeInMonth({
  ordinal = '',
  day = '',
  which,
  month = '',
  year,
}: Groups): readonly ParsedDateStep[] {
  const inMonth: ParsedDateStep =
    which === undefined
      ? { step: 'month', month: monthNumber(month), ...(year !== undefined && { year: Number(year) }) }
      : { step: 'shift', unit: 'month', by: MONTHS[which] ?? 0 }
  const weekday = day === 'day' ? {} : { weekday: weekdayNumber(day) }
  return [inMonth, { step: 'place', nth: numberOfOrdinalWord(ordinal), ...weekday }]
}
