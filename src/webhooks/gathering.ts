/** Saving outcomes together: those of some milliseconds in one transaction. */

/** Milliseconds for which outcomes are collected before they are saved. */
const GATHERED = 10

/**
 * Returns the function that saves an outcome together with those that follow it within some milliseconds, and until `inTurn` lets them be
 * saved.
 */
export function makeGatheredSaver<T>(
  save: (all: readonly T[]) => Promise<void>,
  inTurn: (act: () => Promise<void>) => Promise<void> = (act) => act(),
): (one: T) => Promise<void> {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  return (one) => {
    waiting.push(one)
    next ??= new Promise<void>((resolve) => setTimeout(resolve, GATHERED)).then(() =>
      inTurn(() => {
        const all = waiting
        waiting = []
        next = undefined
        return save(all)
      }),
    )
    return next
  }
}
