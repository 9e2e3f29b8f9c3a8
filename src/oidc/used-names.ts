/** Names that were used, such as those of tokens that count once. */

/**
 * Returns the function that says whether a name is used for the first time within so many milliseconds, at a time in milliseconds.
 * The oldest are forgotten where there are more than `most`.
 */
export function firstUses(life: number, most: number): (name: string, now: number) => boolean {
  // In the order of their use.
  const used = new Map<string, number>()
  return (name, now) => {
    for (const [old, at] of used) {
      if (now - at <= life) break
      used.delete(old)
    }
    if (used.has(name)) return false
    used.set(name, now)
    const [oldest = name] = used.keys()
    if (used.size > most) used.delete(oldest)
    return true
  }
}
