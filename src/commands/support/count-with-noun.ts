/** Counts in messages. */

/** The count with its noun: `1 line`, `2 lines`. */
export const countWithNoun = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`
