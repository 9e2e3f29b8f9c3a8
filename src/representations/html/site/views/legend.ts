/** The legend of the colours of categories. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { textAttributes } from '../languages/text-language.ts'
import { colorClassesOfCategory, type Site } from '../site.ts'
import type { KeptViewFields } from './view.ts'

/** One collator for each language. */
const collators = new Map<string, Intl.Collator>()

function collatorOf(language: string): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language)
  collators.set(language, collator)
  return collator
}

/** Maximum categories in a legend. */
const MAX_CATEGORIES = 20

/**
 * Returns the categories that give these events their colours, by name, each with a link to the same page with this category alone;
 * false if there are fewer than two. `fields` are those of the address that stay.
 */
export function legendMarkup(
  events: readonly ListedEvent[],
  site: Site,
  fields: KeptViewFields = {},
): Markup | false {
  const { word, language, kept } = site
  const shown = events.flatMap(({ categories }) => [
    ...categories.slice(0, 1),
    ...categories.slice(1).filter(({ color }) => color !== ''),
  ])
  const all = [...new Map(shown.map((one) => [one.id, one])).values()]
  if (all.length < 2) return false
  const { compare } = collatorOf(language)
  const each = all
    .sort((a, b) => compare(a.name, b.name))
    .slice(0, MAX_CATEGORIES)
    .map(
      ({ id, name, slug, language: own }) =>
        html`<li class="${colorClassesOfCategory(id)}"><a href="?${new URLSearchParams({ ...kept, ...fields, categories: slug }).toString()}"${textAttributes(own, site)}>${name}</a></li>`,
    )
  return html`<nav aria-label="${word('site.legend')}"><ul class="legend-of-colours">${each}</ul></nav>`
}
