/**
 * A thread that measures how long answers take, one reader for each kind, until it is told to end. It sends `ready` when it begins, and at
 * the end the times in milliseconds by kind.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { origin, reads, events, patience } = workerData
let isDone = false
parentPort.once('message', () => {
  isDone = true
})
let serial = 0
const ask = (path) => {
  serial += 1
  const address = path.replace('{id}', String(1 + ((serial * 7919) % events))).replace('{n}', String(serial))
  return fetch(origin + address, { signal: AbortSignal.timeout(patience) })
    .then((response) => response.arrayBuffer())
    .catch(() => {})
}
// The first request of a thread loads the client, which takes longer than most answers.
for (const path of Object.values(reads)) await ask(path)
parentPort.postMessage('ready')
const taken = Object.fromEntries(Object.keys(reads).map((name) => [name, []]))
await Promise.all(
  Object.entries(reads).map(async ([name, path]) => {
    while (!isDone) {
      const since = performance.now()
      await ask(path)
      taken[name].push(performance.now() - since)
      await wait(20)
    }
  }),
)
parentPort.postMessage(taken)
