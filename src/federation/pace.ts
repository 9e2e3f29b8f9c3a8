// Makes deliveries give way to writes: their work is done in short pieces, one after the other, and each is followed by a rest that is so
// many times as long as it took. A busy machine makes pieces longer, and with them the rests.

/** How many times as long as a piece its rest is while somebody writes, which leaves a tenth of the time for deliveries, and else. */
const LONG_REST = 9
const SHORT_REST = 0.5
/** Milliseconds after a write in which the next one is expected. */
const EXPECTED = 1000
/** The longest rest, in milliseconds. */
const LONGEST = 1000

/** Runs a piece of work when its turn has come. */
export type RunInTurn = <T>(act: () => Promise<T>) => Promise<T>

/** Returns the pace of one process. `writes` returns a number that grows with each write that it has seen. */
export function paceBesideWrites(writes: () => number) {
  let last: Promise<unknown> = Promise.resolve()
  let [known, writtenAt] = [writes(), Number.NEGATIVE_INFINITY]
  let [isHurried, wake] = [false, () => {}]
  const isWriting = () => {
    if (writes() > known) [known, writtenAt] = [writes(), performance.now()]
    return performance.now() - writtenAt < EXPECTED
  }
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(milliseconds, LONGEST))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const restAfter = async (start: number) => {
    const taken = performance.now() - start
    if (!isHurried) await rest(taken * (isWriting() ? LONG_REST : SHORT_REST))
  }
  const inTurn: RunInTurn = (act) => {
    let start = 0
    const done = last.then(() => {
      start = performance.now()
      return act()
    })
    last = done.catch(() => undefined).then(() => restAfter(start))
    return done
  }
  return {
    inTurn,
    /** Ends all rests: what is left is done at once. */
    hurry() {
      isHurried = true
      wake()
    },
  }
}
