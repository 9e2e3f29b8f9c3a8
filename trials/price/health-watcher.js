/** A thread that measures how long a health check takes, until it is told to end. It then sends the longest time in milliseconds. */
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { address, patience } = workerData
let isDone = false
let longest = 0
parentPort.once('message', () => {
  isDone = true
})
while (!isDone) {
  const since = performance.now()
  await fetch(address, { signal: AbortSignal.timeout(patience) }).catch(() => {})
  longest = Math.max(longest, performance.now() - since)
  await wait(20)
}
parentPort.postMessage(longest)
