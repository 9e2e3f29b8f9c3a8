/** A bound on waiting. */

/**
 * The same work, given up with an Error that says what was waited for after so many seconds. Seconds are counted while this
 * process runs: one that is stopped meanwhile, as on a machine that sleeps, does not find them gone.
 */
export async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let left = seconds
  const late = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      left -= 1
      if (left <= 0) reject(new Error(`Waited ${seconds} s in vain for ${what}`))
    }, 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearInterval(timer)
  }
}
