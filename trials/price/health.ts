/** Measures how long a health check takes while something else happens. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type MeasuredService, PATIENCE } from './send-request.ts'

/**
 * Returns the longest response time of /healthz during `act`, in milliseconds. A thread of its own measures it, because this one also sends
 * and reads what `act` does.
 */
export async function healthDuring(
  { origin }: MeasuredService,
  act: () => Promise<unknown>,
): Promise<number> {
  const workerData = { address: `${origin}/healthz`, patience: PATIENCE }
  const watcher = new Worker(new URL('health-watcher.js', import.meta.url), { workerData })
  try {
    await once(watcher, 'message')
    await act()
    const longest = once(watcher, 'message')
    watcher.postMessage('end')
    return Number((await longest)[0])
  } finally {
    await watcher.terminate()
  }
}
