/** The hues that categories have on pages, in the widget and at the desk. */

/** The number of hues of the design. */
export const TONE_COUNT = 12

/**
 * Returns the number of the hue of each category, by id. Each takes the hue that its id stands for, or the next that fewer others
 * have: up to twelve categories differ, and most keep their hues when others come and go.
 */
export function toneMapForCategoryIds(ids: readonly number[]): ReadonlyMap<number, number> {
  const used = Array.from({ length: TONE_COUNT }, () => 0)
  const tones = new Map<number, number>()
  for (const id of ids) {
    const least = Math.min(...used)
    const choices = used.map((_, step) => (id + step) % TONE_COUNT)
    const tone = choices.find((one) => used[one] === least) ?? 0
    used[tone] = least + 1
    tones.set(id, tone)
  }
  return tones
}
