/** The form of a submission. */
import type { FindPageText, PlainWord } from '../../../words/index.ts'
import { html, type Markup } from '../markup.ts'

// The fields of the form with which the public submits an event: their labels, and their faults in words.

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

type SubmitFieldName = keyof typeof fieldLabels

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
const controlIdOf = (name: string): string => `f-${name.replace(/\W+/g, '-').replace(/-$/, '')}`

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

function lineField(field: Field, form: SubmitForm, word: FindPageText): Markup {
  const { name, type = 'text', list, autocomplete } = field
  const value = type === 'file' ? undefined : form.values[name]
  const control = html`<input ${kindOf(type)} ${attributes(field, form)}${value !== undefined && html` value="${value}"`}${
    list !== undefined && html` list="${list}"`
  }${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${type === 'file' && html` accept="image/*"`}>`
  return line(field, control, form, word)
}

/** Returns a field of several lines. */
function linesField(field: Field, form: SubmitForm, word: FindPageText): Markup {
  const control = html`<textarea rows="5" ${attributes(field, form)}>${form.values[field.name] ?? ''}</textarea>`
  return line(field, control, form, word)
}

/** Returns a field with these options: values and their words. */
function choiceField(
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

// The steps of the form with which the public submits an event, and all of it for corrections (contract §14). It works without JavaScript.

export const stepFieldNames = {
  1: ['title', 'start_date', 'end_date', 'all_day', 'repeats', 'until', 'description'],
  2: [
    ...(['venue[venue]', 'venue[address]', 'venue[city]', 'image', 'categories'] as const),
    ...(['organizer[organizer]', 'website', 'cost'] as const),
  ],
  3: ['submitter[name]', 'submitter[email]'],
} as const satisfies Readonly<Record<1 | 2 | 3, readonly SubmitFieldName[]>>

export type FormStepName = keyof typeof stepFieldNames

/** The fields that no step shows, which every page of the form carries. */
const carried = ['venue[id]', 'venue[of]', 'organizer[id]', 'organizer[of]', 'held', 'nickname']

/** Returns the values that a page of the form does not show as hidden fields; without a step all values. */
export function hiddenFieldsOfOtherSteps(
  { values, chosen, similar, group }: SubmitForm,
  step?: FormStepName,
): Markup {
  const shown: readonly string[] =
    step === undefined ? [] : [...stepFieldNames[step], ...(step === 3 ? ['nickname'] : [])]
  // What is asked again is not carried.
  const asked = (['venue', 'organizer'] as const).filter((name) => similar[name] !== undefined)
  const isAsked = (name: string) => step === 2 && asked.some((one) => name === `${one}[id]`)
  const names = [...Object.values(stepFieldNames).flat(), ...carried].filter(
    (name) => !shown.includes(name) && !isAsked(name),
  )
  const each = names.flatMap((name) => {
    const value = name === 'image' || name === 'categories' ? '' : (values[name] ?? '')
    return value === '' ? [] : [html`<input type="hidden" name="${name}" value="${value}">`]
  })
  const categories = shown.includes('categories')
    ? []
    : [...chosen].map((id) => html`<input type="hidden" name="categories" value="${id}">`)
  const sentTo = group !== undefined && html`<input type="hidden" name="group" value="${group.slug}">`
  return html`${sentTo}${each}${categories}`
}

function repeats(form: SubmitForm, word: FindPageText): Markup {
  if (form.isCorrection)
    return form.rhythm === ''
      ? html``
      : html`<p class="field"><span class="label">${word('site.submit.f.repeats')}</span> ${form.rhythm}</p>`
  const options = [
    ['none', word('repeat.none')],
    ['weekly', word('repeat.week')],
    ['monthly', word('site.submit.repeats.monthly')],
  ] as const
  return html`<div class="pair repeats">${choiceField({ name: 'repeats' }, options, form, word)}${lineField({ name: 'until', type: 'date' }, form, word)}</div>`
}

/** Returns the fields of the first step. */
export function whatAndWhenFields(form: SubmitForm, word: FindPageText): Markup {
  const isAllDay = form.values.all_day === 'true'
  const hint = html`${word('site.submit.end.hint')}`
  return html`${lineField({ name: 'title', isRequired: true }, form, word)}<div class="pair">${lineField(
    { name: 'start_date', type: 'datetime-local', isRequired: true },
    form,
    word,
  )}${lineField({ name: 'end_date', type: 'datetime-local', hint }, form, word)}</div><p class="field"><label class="check"><input type="checkbox" name="all_day" value="true"${
    isAllDay && html` checked`
  }> ${word('all-day')}</label></p>${repeats(form, word)}${linesField({ name: 'description' }, form, word)}`
}

/** The question which item a typed name means; false where that is certain. */
function question(
  name: 'venue' | 'organizer',
  { similar, values }: SubmitForm,
  word: FindPageText,
): Markup | false {
  const items = similar[name]
  if (items === undefined) return false
  const typed = values[`${name}[${name}]`] ?? ''
  const option = (value: string, label: Markup) =>
    html`<label class="check"><input type="radio" name="${name}[id]" value="${value}"> <span>${label}</span></label>`
  const each = items.map(({ id, name: own, where }) =>
    option(
      String(id),
      html`<bdi>${own}</bdi>${where !== '' && html` <span class="small"><bdi>${where}</bdi></span>`}`,
    ),
  )
  return html`<fieldset class="which" id="${name}-which"><legend>${word('site.submit.known.which')}</legend>${each}${option('new', html`${word('site.submit.known.none', { name: typed })}`)}</fieldset>`
}

function categories({ categories, chosen }: SubmitForm, word: FindPageText): Markup | false {
  if (categories.length === 0) return false
  const boxes = categories.map(
    ({ id, name }) =>
      html`<label class="check"><input type="checkbox" name="categories" value="${id}"${chosen.has(id) && html` checked`}> <bdi>${name}</bdi></label>`,
  )
  return html`<fieldset class="choices"><legend>${word('categories')}</legend>${boxes}</fieldset>`
}

/** A part that opens where it has values or faults. */
function folded(label: string, names: readonly SubmitFieldName[], content: Markup, form: SubmitForm): Markup {
  const isOpen = names.some((name) => (form.values[name] ?? '') !== '' || form.faults[name] !== undefined)
  return html`<details class="folded"${isOpen && html` open`}><summary class="button">${label}</summary><div class="fields">${content}</div></details>`
}

const suggestions = (id: string, names: readonly string[]) =>
  html`<datalist id="${id}">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>`

function picture(form: SubmitForm, word: FindPageText): Markup {
  const { picture: kept } = form
  const hint = kept !== undefined && html`${word('site.submit.picture.kept')}`
  const small = kept !== undefined && kept !== '' && html`<img class="kept" src="${kept}" alt="">`
  const remove =
    kept !== undefined &&
    html`<p class="field"><label class="check"><input type="checkbox" name="forget" value="true"> ${word('site.submit.picture.remove')}</label></p>`
  return html`${small}${lineField({ name: 'image', type: 'file', hint }, form, word)}${remove}`
}

/** Returns the fields of the second step: place, picture, and more. */
export function whereAndPictureFields(form: SubmitForm, word: FindPageText): Markup {
  const hint = html`${word('site.submit.venue.hint')}`
  const venue = { name: 'venue[venue]', list: 'venues', hint, autocomplete: 'off' } as const
  const address = html`${lineField({ name: 'venue[address]', autocomplete: 'off' }, form, word)}${lineField({ name: 'venue[city]', autocomplete: 'off' }, form, word)}`
  const organizer = { name: 'organizer[organizer]', list: 'organizers', autocomplete: 'off' } as const
  const more = html`${lineField(organizer, form, word)}${question('organizer', form, word)}${suggestions('organizers', form.organizers)}${lineField({ name: 'website', type: 'url' }, form, word)}${lineField({ name: 'cost' }, form, word)}`
  return html`${lineField(venue, form, word)}${suggestions('venues', form.venues)}${question('venue', form, word)}${folded(
    word('site.submit.address.new'),
    ['venue[address]', 'venue[city]'],
    address,
    form,
  )}${picture(form, word)}${categories(form, word)}${folded(word('site.submit.more'), ['organizer[organizer]', 'website', 'cost'], more, form)}`
}

/** A field that readers neither see nor reach; programs fill it in. */
const trap = (word: FindPageText): Markup =>
  html`<p class="aside" aria-hidden="true"><label for="${controlIdOf('nickname')}">${word('site.submit.f.nickname')}</label><input id="${controlIdOf('nickname')}" name="nickname" tabindex="-1" autocomplete="off"></p>`

/** Returns the fields of the third step. */
export function submitterFields(form: SubmitForm, word: FindPageText): Markup {
  const hint = html`${word('site.submit.email.hint')}`
  return html`${lineField({ name: 'submitter[name]', isRequired: true, autocomplete: 'name' }, form, word)}${lineField(
    { name: 'submitter[email]', type: 'email', hint, autocomplete: 'email' },
    form,
    word,
  )}${trap(word)}`
}

/** Returns all fields at once, for a correction. */
export function correctionFields(form: SubmitForm, word: FindPageText): Markup {
  const { values } = form
  const chosen = ['venue[id]', 'venue[of]', 'organizer[id]', 'organizer[of]', 'held'].map(
    (name) =>
      (values[name] ?? '') !== '' && html`<input type="hidden" name="${name}" value="${values[name] ?? ''}">`,
  )
  return html`${formFaultsNote(form, word)}${whatAndWhenFields(form, word)}${whereAndPictureFields(form, word)}${submitterFields(form, word)}${chosen}`
}
