/** What a process costs, as Linux counts it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that a process is left alone to see whether it is done. */
const QUIET = 15
/** Processor milliseconds within that time that are no work: timers, and the collector's. */
const IDLE = 2
/** Looks at most: about ten seconds. */
const MOST_LOOKS = 600

/** Processor milliseconds that all threads of a process have taken. */
export async function processorOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const taken = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return taken.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

/** The same, once nothing is done any more for what was asked before. */
export async function settledProcessorOf(pid: number): Promise<number> {
  let before = await processorOf(pid)
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await wait(QUIET)
    const now = await processorOf(pid)
    if (now - before < IDLE) return now
    before = now
  }
  return before
}

/** MiB held now, and held at most since the last reset. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

/** Begins to look anew for the most memory held. */
export async function resetMost(pid: number): Promise<void> {
  // Where this is not allowed, what was held at most includes what came before.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}
