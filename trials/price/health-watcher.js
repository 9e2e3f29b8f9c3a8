/**
 * A thread that measures how long a health check takes, until it is told to end. It sends `ready` when it begins, and at the end the
 * longest time in milliseconds.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { address, patience } = workerData
let isDone = false
let longest = 0
parentPort.once('message', () => {
  isDone = true
})
const check = () => fetch(address, { signal: AbortSignal.timeout(patience) }).catch(() => {})
// The first request of a thread loads the client, which takes longer than most answers.
await check()
parentPort.postMessage('ready')
while (!isDone) {
  const since = performance.now()
  await check()
  longest = Math.max(longest, performance.now() - since)
  await wait(20)
}
parentPort.postMessage(longest)
