/** The colours of categories and groups as CSS: a hue for each category, which a chosen colour replaces, and the chosen ones of groups. */
import { TONE_COUNT, toneMapForCategoryIds } from '../../../domain/category-tones.ts'
import { colorReadableOnBackground } from '../../../domain/color.ts'

/** The lightest and the darkest surfaces that marks in the colours of categories stand on. */
const LIGHT_PAPER = '#f1ede6'
const DARK_PAPER = '#2a2620'

/** Categories by id, each with its chosen colour; "" for none. */
export type CategoryIdsWithColors = readonly { readonly id: number; readonly color: string }[]

function hueCss(ids: readonly number[]): string {
  const tones = toneMapForCategoryIds(ids)
  const rules = Array.from({ length: TONE_COUNT }, (_, tone) => {
    const own = ids.filter((id) => tones.get(id) === tone).map((id) => `.hue-${id}`)
    return own.length === 0 ? '' : `${own.join()}{--hue:var(--tone-${tone})}`
  })
  return rules.join('')
}

/** The chosen colours of items with classes that begin so, darkened or lightened where they could not be seen. */
function chosenCss(prefix: 'cat' | 'group', all: CategoryIdsWithColors): string {
  const colors = all.filter(({ color }) => color !== '')
  if (colors.length === 0) return ''
  // The last rule wins: of several colours, an event has that of the oldest category.
  const inOrder = [...colors].sort((a, b) => b.id - a.id)
  const rules = (paper: string) =>
    inOrder
      .map(({ id, color }) => `.${prefix}-${id}{--hue:${colorReadableOnBackground(color, paper)}}`)
      .join('')
  return `${rules(LIGHT_PAPER)}@media screen and (prefers-color-scheme:dark){${rules(DARK_PAPER)}}`
}

/** Returns the hue of each category by its id: its number, or the chosen colour in light and in dark surroundings. */
export function categoryHues(colors: CategoryIdsWithColors): Readonly<Record<string, number | string>> {
  const tones = toneMapForCategoryIds(colors.map(({ id }) => id))
  const hueOf = ({ id, color }: CategoryIdsWithColors[number]) =>
    color === ''
      ? (tones.get(id) ?? 0)
      : `light-dark(${colorReadableOnBackground(color, LIGHT_PAPER)},${colorReadableOnBackground(color, DARK_PAPER)})`
  return Object.fromEntries(colors.map((one) => [one.id, hueOf(one)]))
}

/** Returns the rules of these categories. */
export const makeCategoryColorCss = (colors: CategoryIdsWithColors): string =>
  hueCss(colors.map(({ id }) => id)) + chosenCss('cat', colors)

/** Returns the rules of these groups, which have no colour where none is chosen. */
export const makeGroupColorCss = (colors: CategoryIdsWithColors): string => chosenCss('group', colors)
