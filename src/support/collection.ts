/** Collecting garbage at times that the program knows better than the engine. */
import { setFlagsFromString } from 'node:v8'
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
