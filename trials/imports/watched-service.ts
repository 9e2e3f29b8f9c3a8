/** A built service that measures itself in processor time. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../../test/support/process.ts'

/** Something that took long: its milliseconds of processor time, and the functions in which they were spent, with their shares. */
interface Longest {
  readonly ms: number
  readonly functions: readonly string[]
}

/** The milliseconds of a request for which the service was busy, with this or others, and for which it waited for a processor. */
interface RequestTime {
  readonly busy: number
  readonly delayed: number
}

/** The measures of a service since it was asked last. */
interface Measures {
  readonly slice: Longest
  readonly transaction: Longest
  /** The times of all requests in their order, by method and path. */
  readonly requests: Readonly<Record<string, readonly RequestTime[]>>
}

/** A running service. */
export interface WatchedService {
  readonly address: string
  /** Returns the measures since the last call. */
  measures(): Promise<Measures>
  stop(): Promise<void>
}

/** Starts a service with `service-watcher.js` in it, in a folder of its own. */
export async function watchedService(env: Readonly<Record<string, string>>): Promise<WatchedService> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-imports-'))
  const watcher = new URL('service-watcher.js', import.meta.url).href
  const own = {
    FASTI_DATA_DIR: folder,
    FASTI_LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${watcher}`,
  }
  const { child, address, ended } = await serve({ ...own, ...env })
  return {
    address,
    measures: () =>
      new Promise((resolve) => {
        let line = ''
        const read = (text: Buffer) => {
          line += text
          const found = /^\{"slice".*(?=\n)/m.exec(line)?.[0]
          if (found === undefined) return
          child.stderr.off('data', read)
          resolve(JSON.parse(found))
        }
        child.stderr.on('data', read)
        child.kill('SIGUSR2')
      }),
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
