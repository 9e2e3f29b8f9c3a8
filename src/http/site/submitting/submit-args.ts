/** The form of a submission → the args of the interface (contract §14). */
import { htmlOfText } from '../../../domain/text/html-of-text.ts'
import type { Fault } from '../../../problem.ts'
import type { RawArgs } from '../../request/forms.ts'

/** The fields of the form as sent, with its file. */
export type SubmittedForm = RawArgs

const dayOf = (moment: string) => moment.slice(0, 10)
const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '')

/** The members of an inline item as sent. A text has none: its characters are no members. */
const membersOf = (raw: unknown): readonly (readonly [string, unknown])[] =>
  typeof raw === 'object' && raw !== null ? Object.entries(raw) : []

/** The members of an inline item that are filled in; undefined if none is. A text in its place is an item without a name. */
function inline(raw: unknown): Readonly<Record<string, string>> | undefined {
  if (textOf(raw) !== '') return {}
  const given = membersOf(raw)
    .map(([name, value]) => [name, textOf(value)])
    .filter(([, value]) => value !== '')
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** The args of a venue or an organizer: of the known one that was chosen for the typed name, else of a new one. */
function linkOf(
  name: 'venue' | 'organizer',
  raw: unknown,
): Readonly<Record<string, string | number>> | undefined {
  const given = inline(raw)
  if (given === undefined) return undefined
  const { id = '', of = '', ...typed } = given
  // The choice is for the name that was typed then.
  if (/^\d{1,15}$/.test(id) && of !== '' && of === typed[name]) return { id: Number(id) }
  return id + of !== '' && Object.keys(typed).length === 0 ? undefined : typed
}

const rules: Readonly<Record<string, string>> = { weekly: 'WEEKLY', monthly: 'MONTHLY' }

/** The rule of a simple repetition, up to and including a day; or the fault of that day. */
function recurrenceOf(form: SubmittedForm): {
  readonly lines?: readonly string[]
  readonly faults: Record<string, string>
} {
  const frequency = rules[textOf(form.repeats)]
  if (frequency === undefined) return { faults: {} }
  const until = textOf(form.until)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return { faults: { until: until === '' ? 'missing' : 'wrong' } }
  const start = dayOf(textOf(form.start_date))
  if (until < start) return { faults: { until: 'wrong' } }
  return { lines: [`RRULE:FREQ=${frequency};UNTIL=${until.replaceAll('-', '')}`], faults: {} }
}

/** The fault of an end before the start, where both are there. */
function endFault(form: SubmittedForm): Record<string, string> {
  const [start, end] = [textOf(form.start_date), textOf(form.end_date)]
  const [first, last] = form.all_day === 'true' ? [dayOf(start), dayOf(end)] : [start, end]
  const areMoments = [start, end].every((text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text))
  return areMoments && last < first ? { end_date: 'wrong' } : {}
}

/** Returns an address as people type it: without its scheme it is https. */
export function addressWithScheme(text: string): string {
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`
}

/** The end of an event. One that names none ends on its day if it is all day, and otherwise has no end time. */
function endOf(form: SubmittedForm): RawArgs {
  const [start, end] = [textOf(form.start_date), textOf(form.end_date)]
  if (end !== '' || start === '') return { end_date: end }
  return form.all_day === 'true' ? { end_date: start } : { no_end_time: 'true' }
}

/** The args that a correction clears: of emptied fields, and of the boxes of a form with these fields that are not ticked. */
function clearedBy(form: SubmittedForm): RawArgs {
  const texts = ['description', 'website', 'cost'].filter((name) => textOf(form[name]) === '' && name in form)
  const links = (['venue', 'organizer'] as const).filter(
    (name) => name in form && linkOf(name, form[name]) === undefined,
  )
  return {
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    ...Object.fromEntries(links.map((name) => [name, []])),
    ...('start_date' in form && { all_day: false, categories: [] }),
  }
}

/** Returns the args that a form stands for, and the faults of fields that are no args. A correction also clears fields. */
export function formArgs(
  form: SubmittedForm,
  isCorrection = false,
): { readonly raw: RawArgs; readonly faults: Record<string, string> } {
  const { lines, faults } = recurrenceOf(form)
  const plain = {
    title: textOf(form.title),
    start_date: textOf(form.start_date),
    ...endOf(form),
    all_day: textOf(form.all_day),
    description: htmlOfText(textOf(form.description)),
    website: addressWithScheme(textOf(form.website)),
    cost: textOf(form.cost),
  }
  const given = Object.entries(plain).filter(([, value]) => value !== '')
  const venue = linkOf('venue', form.venue)
  const organizer = linkOf('organizer', form.organizer)
  const categories = [form.categories ?? []].flat()
  const raw = {
    ...(isCorrection && clearedBy(form)),
    ...Object.fromEntries(given),
    ...(venue !== undefined && { venue }),
    ...(organizer !== undefined && { organizer }),
    ...(categories.length > 0 && { categories }),
    ...(lines !== undefined && { recurrence: lines }),
    ...(form.image !== undefined && form.image !== '' && { image: form.image }),
    submitter: inline(form.submitter) ?? {},
    nickname: textOf(form.nickname),
  }
  return { raw, faults: { ...faults, ...endFault(form) } }
}

/** The reasons for which the texts of a submission are too long together, which is the fault of the longest. */
const lengthReasons: readonly Fault['reason'][] = ['long_submission', 'too_long']

/** Faults of args → faults of the form's fields. */
export function formFaultsFromArgFaults(
  faults: Readonly<Record<string, Pick<Fault, 'reason'>>>,
): Record<string, string> {
  const fieldOf = (arg: string) => {
    const [, name, member] = /^(venue|organizer|submitter)(?:\[0\])?(?:\.(\w+))?$/.exec(arg) ?? []
    if (name === undefined) return arg === 'recurrence' ? 'until' : arg
    return `${name}[${member ?? (name === 'submitter' ? 'name' : name)}]`
  }
  const isLong = (arg: string, { reason }: Pick<Fault, 'reason'>) =>
    arg === 'description' && lengthReasons.includes(reason)
  return Object.fromEntries(
    Object.entries(faults).map(([arg, fault]) => [fieldOf(arg), isLong(arg, fault) ? 'long' : 'wrong']),
  )
}

/** The fields of a form as they are shown again. */
export function shownFormValues(form: SubmittedForm): Record<string, string> {
  const nested = ['venue', 'organizer', 'submitter'].flatMap((name) =>
    membersOf(form[name]).map(([member, value]) => [`${name}[${member}]`, textOf(value)]),
  )
  const own = Object.entries(form).map(([name, value]) => [name, textOf(value)])
  return Object.fromEntries([...own, ...nested])
}
