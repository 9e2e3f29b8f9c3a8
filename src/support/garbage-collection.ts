/** Collecting garbage at times that the program knows better than the engine, and the memory that it takes until then. */
import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Calls the collector of the engine with these options. */
function collect(...options: readonly object[]): void {
  setFlagsFromString('--expose-gc')
  const act: unknown = runInNewContext('gc')
  if (typeof act === 'function') act(...options)
}

/** Collects what is left behind, which takes some hundredths of a second. The engine follows some of its flags only from then on. */
export const collectGarbage = (): void => collect()

/**
 * Collects what is left behind, and gives the memory for young objects back to the system, which takes about a tenth of a second: the
 * engine keeps as much as it needed last, however long ago. Before Node.js 24 it can't be asked for that, and only collects.
 */
export const giveMemoryBack = (): void => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })

/** The bytes for young objects from which on they get no more. With half of it, pages of months take a seventh more processor time. */
const MOST_YOUNG = 64 * 1024 * 1024

/**
 * Keeps the memory for young objects below a bound for as long as the process runs: Node.js 24 takes twice as much on machines with much
 * memory. The engine has a flag for it, but reads it only from the command line; by what factor that memory grows, it reads at each
 * collection.
 */
export function boundYoungObjects(): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    const factor = (young?.space_size ?? 0) < MOST_YOUNG ? 2 : 1
    setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  })
  observer.observe({ entryTypes: ['gc'] })
}
