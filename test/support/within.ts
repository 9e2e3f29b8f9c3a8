/** Limits the time of waiting. */

/**
 * Returns the result of `work`, or throws an Error that names `what` after some seconds. Only seconds in which this process runs
 * are counted, so that a suspended machine causes no timeout.
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
