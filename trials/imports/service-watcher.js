/**
 * Loaded into the service by `--import`: measures in processor time of the main thread how long its slices are, between which other
 * tasks run, and how long requests take. Other programs of the machine make neither longer. On SIGUSR2 it writes one line of JSON to
 * stderr, and begins anew.
 */
import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'

/** Milliseconds of processor time that this thread has used, and for which it waited for a processor that had other work. */
const spent = () =>
  readFileSync('/proc/thread-self/schedstat', 'latin1')
    .split(' ')
    .map((nanoseconds) => Number(nanoseconds) / 1e6)
const used = () => spent()[0]
const clock = () => Number(process.hrtime.bigint() / 1000n)

let longest = { ms: 0, from: 0, to: 0 }
let requests = {}

let [before, at] = [used(), clock()]
const tick = () => {
  const [now, to] = [used(), clock()]
  if (now - before > longest.ms) longest = { ms: now - before, from: at, to }
  ;[before, at] = [now, to]
  setTimeout(tick, 0).unref()
}
tick()

const began = new WeakMap()
subscribe('http.server.request.start', ({ request }) => began.set(request, spent()))
subscribe('http.server.response.finish', ({ request }) => {
  const since = began.get(request)
  if (since === undefined) return
  const name = `${request.method} ${new URL(request.url, 'http://host').pathname}`
  const [busy, delayed] = spent().map((milliseconds, at) => milliseconds - since[at])
  requests[name] = [...(requests[name] ?? []), { busy, delayed }]
})

let transaction = { ms: 0, from: 0, to: 0 }
let [begun, begunAt] = [used(), clock()]

subscribe('fasti.transaction', ({ isOver }) => {
  if (!isOver) [begun, begunAt] = [used(), clock()]
  else if (used() - begun > transaction.ms) transaction = { ms: used() - begun, from: begunAt, to: clock() }
})

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.setSamplingInterval', { interval: 1000 })
await session.post('Profiler.start')

/** Functions of Node between two tasks, which say nothing. */
const unnamed =
  /^(?:|\(root\)|runMicrotasks|runNextTicks|processTicksAndRejections|processImmediate|callbackTrampoline)$/

/** The functions in which most of a span of time was spent, by the share of samples in which they are on the stack. */
function functionsOf({ nodes, samples, timeDeltas, startTime }, { from, to }) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const counts = new Map()
  let [time, all] = [startTime, 0]
  for (const [index, sample] of samples.entries()) {
    time += timeDeltas[index]
    if (time < from || time > to) continue
    all += 1
    const names = new Set()
    for (let id = sample; id !== undefined; id = parents.get(id))
      names.add(byId.get(id).callFrame.functionName)
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .filter(([name, count]) => !unnamed.test(name) && count * 5 > all)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([name, count]) => `${name} ${Math.round((100 * count) / all)} %`)
}

process.on('SIGUSR2', async () => {
  const [slice, writing, answered] = [longest, transaction, requests]
  const { profile } = await session.post('Profiler.stop')
  const of = (one) => ({ ms: one.ms, functions: functionsOf(profile, one) })
  const line = { slice: of(slice), transaction: of(writing), requests: answered }
  await session.post('Profiler.start')
  longest = { ms: 0, from: 0, to: 0 }
  transaction = { ms: 0, from: 0, to: 0 }
  requests = {}
  ;[before, at] = [used(), clock()]
  // Last: to begin a profile stops this thread for some hundred milliseconds, which no request is to wait for.
  process.stderr.write(`${JSON.stringify(line)}\n`)
})
