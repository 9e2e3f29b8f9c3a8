/**
 * Attempts give way to writes. While this process writes, attempts begin in a twentieth of the time: in short spans with rests
 * between them, so that most writes meet none. Without writes the rests are short, and what is behind is delivered.
 */

/** Milliseconds in which attempts begin, and of the rest that follows at least. */
const SPAN = 10
const SHORT_REST = 5
/** Milliseconds from one span to the next while this process writes. */
const CYCLE = 200

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Returns a function that waits until an attempt may begin. `writes` is how many writes this process has made so far. */
export function pacing(writes: () => number): () => Promise<void> {
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
