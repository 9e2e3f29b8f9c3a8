/**
 * Makes attempts give way to writes. While this process writes, attempts begin in a twentieth of the time: in short spans with pauses
 * between them, so that most writes run without attempts. Without writes the pauses are short, and deliveries catch up.
 */

/** Milliseconds of a span in which attempts begin, and of the shortest pause after it. */
const SPAN = 10
const SHORT_REST = 5
/** Milliseconds from one span to the next while this process writes. */
const CYCLE = 200

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Returns a function that waits until an attempt may begin. `writes` returns the number of writes of this process so far. */
export function makeAttemptPacerBesideWrites(writes: () => number): () => Promise<void> {
  let [since, before] = [Number.NEGATIVE_INFINITY, 0]
  let rest: Promise<void> | undefined
  const elapsed = () => performance.now() - since
  const begin = () => {
    ;[since, before] = [performance.now(), writes()]
  }
  const resting = async () => {
    await wait(SHORT_REST)
    if (writes() > before) await wait(CYCLE - elapsed())
    begin()
    rest = undefined
  }
  return async () => {
    if (elapsed() >= CYCLE) begin()
    while (elapsed() >= SPAN) {
      rest ??= resting()
      await rest
    }
  }
}
