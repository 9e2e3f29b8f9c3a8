/** Saving outcomes together: those of some milliseconds in one transaction. */

/** Milliseconds for which outcomes are collected before they are saved. */
const GATHERED = 10

/** Returns the function that saves an outcome together with those that follow it within some milliseconds. */
export function outcomeGatherer<T>(save: (all: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  return (one) => {
    waiting.push(one)
    next ??= new Promise<void>((resolve) => setTimeout(resolve, GATHERED)).then(() => {
      const all = waiting
      waiting = []
      next = undefined
      return save(all)
    })
    return next
  }
}
