/** Images from wherever they come, and where they are kept. */
import { fetchPublic } from './guarded-fetch.ts'
import { type Prepared, prepareImage } from './image.ts'
import type { Keeper } from './keeper.ts'

const MOST_BYTES = 10 * 1024 * 1024
const limits = { bytes: MOST_BYTES, milliseconds: 10_000, redirects: 3 }

export interface Library extends Keeper {
  /** An image made ready: the bytes sent, or those at an address. Slow: not for within transactions. */
  prepare(source: Uint8Array | string): Promise<Prepared>
}

async function bytesAt(address: string, allowedHosts: readonly string[]) {
  try {
    return await fetchPublic(address, { ...limits, allowedHosts })
  } catch (error) {
    return { fault: `could not be fetched: ${error instanceof Error ? error.message : error}` }
  }
}

/** The library over a keeper. Images are made ready one after the other: a large one takes hundreds of megabytes. */
export function libraryOver(keeper: Keeper, allowedHosts: readonly string[]): Library {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (bytes: Buffer): Promise<Prepared> => {
    const prepare = () => prepareImage(bytes)
    // One that failed keeps none of the next from being made ready.
    const own = last.then(prepare, prepare)
    last = own
    return own
  }
  return {
    ...keeper,
    async prepare(source) {
      if (typeof source !== 'string') return inTurn(Buffer.from(source))
      const fetched = await bytesAt(source, allowedHosts)
      return 'fault' in fetched ? fetched : inTurn(fetched.bytes)
    },
  }
}
