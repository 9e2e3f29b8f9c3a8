/** The fields of the form with which the public submits an event: their labels, and their faults in words. */
import type { FindPageText, PlainWord } from '../../../../words/index.ts'
import { html, type Markup } from '../../markup.ts'

/** The names of the fields, and the words of their labels. */
const fieldLabels = {
  title: 'site.submit.f.title',
  start_date: 'site.submit.f.start',
  end_date: 'site.submit.f.end',
  all_day: 'all-day',
  repeats: 'site.submit.f.repeats',
  until: 'until',
  description: 'description',
  'venue[venue]': 'site.submit.f.venue',
  'venue[address]': 'site.submit.f.address',
  'venue[city]': 'site.submit.f.city',
  'organizer[organizer]': 'organizer',
  website: 'site.submit.f.website',
  cost: 'site.cost',
  categories: 'categories',
  image: 'site.submit.f.image',
  'submitter[name]': 'site.submit.f.name',
  'submitter[email]': 'site.submit.f.email',
} as const satisfies Readonly<Record<string, PlainWord>>

export type SubmitFieldName = keyof typeof fieldLabels

const isSubmitFieldName = (name: string): name is SubmitFieldName => name in fieldLabels

/** An item that a typed name may mean. */
export interface SimilarItem {
  readonly id: number
  readonly name: string
  /** Where it is; "" if that is not known. */
  readonly where: string
}

/** The state of the form. */
export interface SubmitForm {
  /** The values of the fields by name, also of those that the page does not show. */
  readonly values: Readonly<Record<string, string | undefined>>
  /** The fields with a fault: `missing`, `choice`, `long`, or anything else for a wrong value. */
  readonly faults: Readonly<Record<string, string>>
  /** The categories to choose from, and the chosen ones. */
  readonly categories: readonly { readonly id: number; readonly name: string }[]
  readonly chosen: ReadonlySet<number>
  /** Names of known items, for browsers without JavaScript. */
  readonly venues: readonly string[]
  readonly organizers: readonly string[]
  /** Items to choose from, where it is not certain which one a name means. */
  readonly similar: Readonly<Partial<Record<'venue' | 'organizer', readonly SimilarItem[]>>>
  /** The kept picture in small, as an address; "" for one that is not shown, and undefined for none. */
  readonly picture: string | undefined
  /** Whether the form corrects an event: then it has no steps, and its repetition is said and not asked. */
  readonly isCorrection: boolean
  /** The rule of an event that is corrected, in words; "" for none. */
  readonly rhythm: string
  /** The group that the event is sent to, and that reviews it; undefined for the calendar itself. */
  readonly group: { readonly name: string; readonly slug: string } | undefined
}

/** The words of faults that say how a value should look. */
const faultWords = {
  start_date: 'site.submit.wrong.start',
  end_date: 'site.submit.wrong.end',
  until: 'site.submit.wrong.until',
  image: 'site.submit.wrong.image',
  website: 'site.submit.wrong.website',
  'submitter[email]': 'site.submit.wrong.email',
} as const

const kindWords = {
  missing: 'site.submit.missing',
  choice: 'site.submit.wrong.choice',
  long: 'site.submit.wrong.long',
} as const

const isKey = <T extends object>(table: T, key: PropertyKey): key is keyof T => key in table

/** Returns the fault of a field in words, which begin with its label. */
function faultText(name: SubmitFieldName, kind: string, word: FindPageText): string {
  const field = word(fieldLabels[name])
  if (isKey(kindWords, kind)) return word(kindWords[kind], { field })
  return word(isKey(faultWords, name) ? faultWords[name] : 'site.submit.wrong', { field })
}

/** Returns the id of the control of a field. */
export const controlIdOf = (name: string): string => `f-${name.replace(/\W+/g, '-').replace(/-$/, '')}`

/** A field of the form. */
interface Field {
  readonly name: SubmitFieldName
  readonly type?: string
  readonly isRequired?: boolean
  readonly hint?: Markup | false
  readonly list?: string
  readonly autocomplete?: string
}

/** Returns the words for a picture that the service does not take. */
export const wrongPictureText = (word: FindPageText): string => faultText('image', 'wrong', word)

function attributes({ name, isRequired, hint = false }: Field, { faults }: SubmitForm): Markup {
  const isWrong = faults[name] !== undefined
  const refers = [
    isWrong && `${controlIdOf(name)}-fault`,
    hint !== false && `${controlIdOf(name)}-hint`,
  ].filter(Boolean)
  return html`id="${controlIdOf(name)}" name="${name}"${isRequired === true && html` aria-required="true"`}${isWrong && html` aria-invalid="true"`}${
    refers.length > 0 && html` aria-describedby="${refers.join(' ')}"`
  }`
}

/** A line of the form: label, control, hint and fault. */
function line(field: Field, control: Markup, form: SubmitForm, word: FindPageText): Markup {
  const { name, hint = false } = field
  const kind = form.faults[name]
  const note = hint !== false && html`<span class="small" id="${controlIdOf(name)}-hint">${hint}</span>`
  const fault =
    kind !== undefined &&
    html`<span class="fault" id="${controlIdOf(name)}-fault">${faultText(name, kind, word)}</span>`
  return html`<p class="field"><label for="${controlIdOf(name)}">${word(fieldLabels[name])}</label>${control}${note}${fault}</p>`
}

/** An address may be typed without its scheme, which browsers refuse in a field of their type `url`. */
const kindOf = (type: string) => (type === 'url' ? html`type="text" inputmode="url"` : html`type="${type}"`)

/** Returns a field of one line. */
export function lineField(field: Field, form: SubmitForm, word: FindPageText): Markup {
  const { name, type = 'text', list, autocomplete } = field
  const value = type === 'file' ? undefined : form.values[name]
  const control = html`<input ${kindOf(type)} ${attributes(field, form)}${value !== undefined && html` value="${value}"`}${
    list !== undefined && html` list="${list}"`
  }${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${type === 'file' && html` accept="image/*"`}>`
  return line(field, control, form, word)
}

/** Returns a field of several lines. */
export function linesField(field: Field, form: SubmitForm, word: FindPageText): Markup {
  const control = html`<textarea rows="5" ${attributes(field, form)}>${form.values[field.name] ?? ''}</textarea>`
  return line(field, control, form, word)
}

/** Returns a field with these options: values and their words. */
export function choiceField(
  field: Field,
  options: readonly (readonly [string, string])[],
  form: SubmitForm,
  word: FindPageText,
): Markup {
  const each = options.map(
    ([value, label]) =>
      html`<option value="${value}"${form.values[field.name] === value && html` selected`}>${label}</option>`,
  )
  return line(field, html`<select ${attributes(field, form)}>${each}</select>`, form, word)
}

/** Returns the note about all faults of the form, with a link to each field; false without faults. */
export function formFaultsNote({ faults }: Pick<SubmitForm, 'faults'>, word: FindPageText): Markup | false {
  const names = Object.keys(faults)
  if (names.length === 0) return false
  const links = names
    .filter(isSubmitFieldName)
    .map((name) => html`<li><a href="#${controlIdOf(name)}">${word(fieldLabels[name])}</a></li>`)
  return links.length === 0
    ? html`<p class="notice" role="alert">${word('site.submit.again')}</p>`
    : html`<div class="notice" role="alert"><p>${word('site.submit.faults')}</p><ul class="foot-links">${links}</ul></div>`
}
