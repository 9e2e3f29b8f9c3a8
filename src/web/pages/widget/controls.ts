/** A search field and a choice of categories. */
import { element } from './element.ts'
import { words } from './given.ts'
import { type ChoosableCategory, loadCategories } from './loading.ts'

function searchField(value: string, set: (text: string) => void): HTMLInputElement {
  const search = element('input', { type: 'search', maxlength: '200', value })
  let waiting: ReturnType<typeof setTimeout> | undefined
  search.oninput = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => set(search.value.trim()), 300)
  }
  return search
}

/** Whether a page names a category by its id, slug or name, as the filter of events takes it. */
const isNamed = ({ id, slug, name }: ChoosableCategory, text: string) =>
  [String(id), slug, name.toLowerCase()].includes(text.trim().toLowerCase())

function categoryField(chosen: string, set: (slug: string) => void): HTMLSelectElement {
  const select = element('select', {}, element('option', { value: '' }, words.any))
  select.onchange = () => set(select.value)
  loadCategories()
    .then((categories) => {
      const given = categories.find((one) => isNamed(one, chosen))
      for (const one of categories) {
        const attributes = { value: one.slug, lang: one.language, selected: one === given && '' }
        select.append(element('option', attributes, one.name))
      }
      // Several categories, or one that is not listed: the choice is shown as the page wrote it.
      if (chosen !== '' && given === undefined)
        select.append(element('option', { value: chosen, selected: '' }, chosen))
    })
    .catch(() => select.closest('label')?.remove())
  return select
}

/** Returns the form, which sets attributes of the element; an empty value removes them. */
export function widgetControlsForm(of: HTMLElement): HTMLFormElement {
  const set = (name: string) => (value: string) =>
    value === '' ? of.removeAttribute(name) : of.setAttribute(name, value)
  const given = (name: string) => of.getAttribute(name) ?? ''
  const form = element(
    'form',
    { role: 'search' },
    element('label', {}, words.search, searchField(given('search'), set('search'))),
    element('label', {}, words.category, categoryField(given('categories'), set('categories'))),
  )
  form.onsubmit = (event) => event.preventDefault()
  return form
}
