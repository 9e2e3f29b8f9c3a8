/** Work that is done one after the other, in turn for everybody who waits. */

/** Who waits for a piece of work, and whether they still do. */
export interface Waiter {
  /** The id of the user; 0 in local mode. */
  readonly user: number
  /** Aborted when nobody waits any more. */
  readonly gone?: AbortSignal | undefined
}

type Turns = <T>(waiter: Waiter, act: () => Promise<T>) => Promise<T>

/**
 * Does one act at a time. Users take turns, so that one who sends many holds nobody else up for more than one. An act that is
 * given up while it waits is never begun: its promise is rejected with the reason of the signal.
 */
export function inTurn(): Turns {
  // In the order in which they are next: a user who was served goes to the end.
  const waiting = new Map<number, (() => Promise<void>)[]>()
  let isBusy = false

  async function run(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [user, [first, ...others]] = next
      waiting.delete(user)
      if (others.length > 0) waiting.set(user, others)
      await first?.()
    }
    isBusy = false
  }

  return ({ user, gone }, act) =>
    new Promise((resolve, reject) => {
      const begin = async () => {
        if (gone?.aborted === true) return reject(gone.reason)
        await act().then(resolve, reject)
      }
      waiting.set(user, [...(waiting.get(user) ?? []), begin])
      // Whoever has gone is told at once, and its place is empty when its turn comes.
      gone?.addEventListener('abort', () => reject(gone.reason), { once: true })
      void run()
    })
}
