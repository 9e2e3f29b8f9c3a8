/** The cost of a process, as counted by Linux. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between two samples that tell whether a process is idle. */
const QUIET = 15
/** Processor milliseconds in that time that an idle process may use, for timers and the garbage collector. */
const IDLE = 2
/** The maximum number of samples: about ten seconds. */
const MAX_LOOKS = 600

/** Returns the processor milliseconds that all threads of a process have used. */
async function processorOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const taken = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return taken.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

/** Waits until the process is idle, and returns the processor milliseconds that its threads have used. */
export async function settledProcessorOf(pid: number): Promise<number> {
  let before = await processorOf(pid)
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await wait(QUIET)
    const now = await processorOf(pid)
    if (now - before < IDLE) return now
    before = now
  }
  return before
}

/** Returns the resident memory and its peak since the last reset, in MiB. */
export async function memoryOf(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

/** Resets the peak of the resident memory. */
export async function resetMost(pid: number): Promise<void> {
  // Where this is not permitted, the peak includes earlier requests.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}
