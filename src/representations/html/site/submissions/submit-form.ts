/** The steps of the form with which the public submits an event, and all of it for corrections (contract §14). It works without JavaScript. */
import type { FindPageText } from '../../../../words/index.ts'
import { html, type Markup } from '../../markup.ts'
import {
  choiceField,
  controlIdOf,
  formFaultsNote,
  lineField,
  linesField,
  type SubmitFieldName,
  type SubmitForm,
} from './submit-fields.ts'

/** The steps, and the names of the fields of each. */
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
