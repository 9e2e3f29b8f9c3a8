/** The form with which the public submits and corrects an event (contract §14). It works without JavaScript. */
import type { PlainWord, Wording } from '../../../../locales/index.ts'
import { html, type Markup } from '../../markup.ts'

/** The values of the fields of the form, by name. */
type FormValues = Readonly<Record<string, string | undefined>>

/** The state of the form. */
export interface SubmitForm {
  readonly values: FormValues
  /** The fields with a fault: `missing`, or anything else for a wrong value. */
  readonly faults: Readonly<Record<string, string>>
  /** The categories to choose from, and the chosen ones. */
  readonly categories: readonly { readonly id: number; readonly name: string }[]
  readonly chosen: ReadonlySet<number>
  /** Names of known venues, for browsers without JavaScript. */
  readonly venues: readonly string[]
  /** Whether the form corrects an event: then it has no proof of work and no repetition. */
  readonly isCorrection: boolean
}

/** The repetitions that the form offers, and their words. */
const repetitions = [
  ['none', 'repeat.none'],
  ['weekly', 'repeat.week'],
  ['monthly', 'site.submit.repeats.monthly'],
] as const

interface Field {
  readonly name: string
  readonly word: PlainWord
  readonly type?: string
  readonly isRequired?: boolean
  readonly hint?: Markup
  readonly list?: string
  readonly autocomplete?: string
}

const idOf = (name: string) => `f-${name.replace(/\W+/g, '-').replace(/-$/, '')}`

/** The fault of a field in words, with the id that the field refers to. */
function faultOf(name: string, { faults }: SubmitForm, word: Wording): Markup | false {
  const kind = faults[name]
  if (kind === undefined) return false
  const text = word(kind === 'missing' ? 'site.submit.missing' : 'site.submit.wrong')
  return html`<span class="fault" id="${idOf(name)}-fault">${text}</span>`
}

function attributes({ name, isRequired, hint }: Field, form: SubmitForm): Markup {
  const refers = [
    ...(form.faults[name] === undefined ? [] : [`${idOf(name)}-fault`]),
    ...(hint === undefined ? [] : [`${idOf(name)}-hint`]),
  ].join(' ')
  const isWrong = form.faults[name] !== undefined
  return html`id="${idOf(name)}" name="${name}"${isRequired === true && html` required`}${isWrong && html` aria-invalid="true"`}${
    refers !== '' && html` aria-describedby="${refers}"`
  }`
}

/** A line of the form: label, control, hint and fault. */
function line(field: Field, control: Markup, form: SubmitForm, word: Wording): Markup {
  const { name, hint } = field
  const note = hint !== undefined && html`<span class="small" id="${idOf(name)}-hint">${hint}</span>`
  return html`<p class="field"><label for="${idOf(name)}">${word(field.word)}</label>${control}${note}${faultOf(name, form, word)}</p>`
}

/** An address may be typed without its scheme, which browsers refuse in a field of their type `url`. */
const kindOf = (type: string) => (type === 'url' ? html`type="text" inputmode="url"` : html`type="${type}"`)

function input(field: Field, form: SubmitForm, word: Wording): Markup {
  const { name, type = 'text', list, autocomplete } = field
  const value = type === 'file' ? undefined : form.values[name]
  const control = html`<input ${kindOf(type)} ${attributes(field, form)}${value !== undefined && html` value="${value}"`}${
    list !== undefined && html` list="${list}"`
  }${autocomplete !== undefined && html` autocomplete="${autocomplete}"`}${type === 'file' && html` accept="image/*"`}>`
  return line(field, control, form, word)
}

function area(field: Field, form: SubmitForm, word: Wording): Markup {
  const control = html`<textarea rows="6" ${attributes(field, form)}>${form.values[field.name] ?? ''}</textarea>`
  return line(field, control, form, word)
}

function repeats(form: SubmitForm, word: Wording): Markup {
  const options = repetitions.map(
    ([value, label]) =>
      html`<option value="${value}"${form.values.repeats === value && html` selected`}>${word(label)}</option>`,
  )
  const field: Field = { name: 'repeats', word: 'site.submit.f.repeats' }
  const choice = line(field, html`<select ${attributes(field, form)}>${options}</select>`, form, word)
  return html`${choice}${input({ name: 'until', word: 'site.submit.f.until', type: 'date' }, form, word)}`
}

function categories({ categories, chosen }: SubmitForm, word: Wording): Markup | false {
  if (categories.length === 0) return false
  const boxes = categories.map(
    ({ id, name }) =>
      html`<label class="check"><input type="checkbox" name="categories" value="${id}"${chosen.has(id) && html` checked`}> ${name}</label>`,
  )
  return html`<fieldset><legend>${word('categories')}</legend>${boxes}</fieldset>`
}

function when(form: SubmitForm, word: Wording): Markup {
  const isAllDay = form.values.all_day === 'true'
  return html`<fieldset><legend>${word('when')}</legend>${input(
    { name: 'start_date', word: 'site.submit.f.start', type: 'datetime-local', isRequired: true },
    form,
    word,
  )}${input({ name: 'end_date', word: 'site.submit.f.end', type: 'datetime-local' }, form, word)}<p class="field"><label class="check"><input type="checkbox" name="all_day" value="true"${
    isAllDay && html` checked`
  }> ${word('all-day')}</label></p>${!form.isCorrection && repeats(form, word)}</fieldset>`
}

function where(form: SubmitForm, word: Wording): Markup {
  const hint = html`${word('site.submit.venue.hint')}`
  const known = form.venues.map((name) => html`<option value="${name}"></option>`)
  const venue: Field = {
    name: 'venue[venue]',
    word: 'site.submit.f.venue',
    list: 'venues',
    hint,
    autocomplete: 'off',
  }
  return html`<fieldset><legend>${word('site.submit.where')}</legend>${input(venue, form, word)}<datalist id="venues">${known}</datalist>${input(
    { name: 'venue[address]', word: 'site.submit.f.address' },
    form,
    word,
  )}${input({ name: 'venue[city]', word: 'site.submit.f.city' }, form, word)}</fieldset>`
}

function who(form: SubmitForm, word: Wording): Markup {
  const hint = html`${word('site.submit.email.hint')}`
  const name: Field = { name: 'submitter[name]', word: 'site.submit.f.name', isRequired: true }
  const email: Field = { name: 'submitter[email]', word: 'site.submit.f.email', type: 'email', hint }
  return html`<fieldset><legend>${word('site.submit.who')}</legend>${input({ ...name, autocomplete: 'name' }, form, word)}${input(
    { ...email, autocomplete: 'email' },
    form,
    word,
  )}</fieldset>`
}

/** A field that readers neither see nor reach; programs fill it in. */
const trap = (word: Wording): Markup =>
  html`<p class="aside" aria-hidden="true"><label for="f-nickname">${word('site.submit.f.nickname')}</label><input id="f-nickname" name="nickname" tabindex="-1" autocomplete="off"></p>`

/** Returns the fields of the form. */
export function submitFields(form: SubmitForm, word: Wording): Markup {
  const plain = (name: string, place: PlainWord, type = 'text') =>
    input({ name, word: place, type }, form, word)
  return html`${input({ name: 'title', word: 'site.submit.f.title', isRequired: true }, form, word)}${when(form, word)}${where(
    form,
    word,
  )}${area({ name: 'description', word: 'description' }, form, word)}${plain(
    'organizer[organizer]',
    'organizer',
  )}${plain('website', 'site.submit.f.website', 'url')}${plain('cost', 'site.cost')}${categories(form, word)}${plain(
    'image',
    'site.submit.f.image',
    'file',
  )}${who(form, word)}${trap(word)}`
}
