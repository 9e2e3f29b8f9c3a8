/** Measures how long others wait for answers that are not in memory, and for a health check, while something else happens. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type MeasuredService, PATIENCE } from './send-request.ts'

/** What others ask for: `{id}` is another event each time, `{n}` another number. */
const readsOf = (api: string): Readonly<Record<string, string>> => ({
  '/healthz': '/healthz',
  'an event': `${api}/events/{id}`,
  'a search of venues': `${api}/venues?search=hall{n}`,
  'the page of a month': '/calendar/2027-03/?fresh={n}',
})

/** Milliseconds within which 95 of 100 answers came; of health checks, all. */
export type Waits = Readonly<Record<string, number>>

/**
 * Returns how long others waited during `act`. A thread of its own measures it, because this one also sends and reads what `act` does.
 * `api` is the path of the interface, `events` the number of events.
 */
export async function waitsDuring(
  { origin }: MeasuredService,
  api: string,
  events: number,
  act: () => Promise<unknown>,
): Promise<Waits> {
  const workerData = { origin, reads: readsOf(api), events, patience: PATIENCE }
  const watcher = new Worker(new URL('others-watcher.js', import.meta.url), { workerData })
  try {
    await once(watcher, 'message')
    await act()
    const all = once(watcher, 'message')
    watcher.postMessage('end')
    const [taken]: Record<string, number[]>[] = await all
    return Object.fromEntries(
      Object.entries(taken ?? {}).map(([name, times]) => {
        const sorted = times.toSorted((a, b) => a - b)
        const last = name === '/healthz' ? times.length - 1 : Math.ceil(times.length * 0.95) - 1
        return [name, sorted[last] ?? 0]
      }),
    )
  } finally {
    await watcher.terminate()
  }
}
