/** The colours of categories: apart, so that forms of events don't load all kinds of categories. */
import { toneMapForCategoryIds } from '../../../domain/categories.ts'
import { colorReadableOnBackground, papers } from '../../../domain/color.ts'
import type { Category } from '../api/types.ts'

/** The colours of categories as CSS, by id. */
export type CategoryHues = ReadonlyMap<number, string>

/** Returns the colour of each category as CSS: the chosen one, as dark or light as it must be to be seen, or a hue of the design. */
export function huesOfCategories(categories: readonly Pick<Category, 'id' | 'color'>[]): CategoryHues {
  const inOrder = categories.toSorted((one, other) => one.id - other.id)
  const tones = toneMapForCategoryIds(inOrder.map(({ id }) => id))
  const hueOf = ({ id, color }: Pick<Category, 'id' | 'color'>) =>
    color === ''
      ? `var(--tone-${tones.get(id) ?? 0})`
      : `light-dark(${papers.map((paper) => colorReadableOnBackground(color, paper)).join()})`
  return new Map(inOrder.map((one) => [one.id, hueOf(one)]))
}
