/** A queue that runs one task at a time; users take turns. */

/** The user who waits for a task. */
export interface WaitingUser {
  /** The id of the user; 0 in local mode. */
  readonly user: number
  /** Aborted when the user no longer waits. */
  readonly gone?: AbortSignal | undefined
}

type Turns = <T>(waiter: WaitingUser, act: () => Promise<T>) => Promise<T>

/**
 * Creates a queue that runs one task at a time. Users take turns, so a user with many tasks delays the others by at most one.
 * A waiting task whose signal is aborted never starts: its promise is rejected with the reason of the signal.
 */
export function userTurnQueue(): Turns {
  // In the order of their turns: a user who was served moves to the end.
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
      // Reject at once on abort; `begin` then does nothing when its turn comes.
      gone?.addEventListener('abort', () => reject(gone.reason), { once: true })
      void run()
    })
}
