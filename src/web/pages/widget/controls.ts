/** A search field and a choice of categories. */
import { element } from './element.ts'
import { words } from './given.ts'
import { loadCategories } from './loading.ts'

function searchField(value: string, set: (text: string) => void): HTMLInputElement {
  const search = element('input', { type: 'search', maxlength: '200', value })
  let waiting: ReturnType<typeof setTimeout> | undefined
  search.oninput = () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => set(search.value.trim()), 300)
  }
  return search
}

function categoryField(chosen: string, set: (slug: string) => void): HTMLSelectElement {
  const select = element('select', {}, element('option', { value: '' }, words.any))
  select.onchange = () => set(select.value)
  loadCategories()
    .then((categories) => {
      for (const { slug, name } of categories)
        select.append(element('option', { value: slug, selected: slug === chosen && '' }, name))
    })
    .catch(() => select.closest('label')?.remove())
  return select
}

/** Returns the form, which sets attributes of the element; an empty value removes them. */
export function controlsForm(of: HTMLElement): HTMLFormElement {
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
