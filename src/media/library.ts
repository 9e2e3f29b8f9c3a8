/** Images from wherever they come, and where they are kept. */
import { fetchPublic } from './guarded-fetch.ts'
import { isHeld } from './hold.ts'
import { type Prepared, prepareImage } from './image.ts'
import type { Keeper } from './keeper.ts'
import { ownFile } from './own-address.ts'
import { inTurn, type Waiter } from './turns.ts'

const MOST_BYTES = 10 * 1024 * 1024
const limits = { bytes: MOST_BYTES, milliseconds: 10_000, redirects: 3 }

export interface Library extends Keeper {
  /** The name of the file that an address under this service's own leads to; undefined where it leads elsewhere. */
  fileAt(address: string): string | undefined
  /**
   * An image made ready: the bytes sent, or those at an address. Slow: not for within transactions. Throws the reason of
   * the waiter's signal when that is aborted.
   */
  prepare(source: Uint8Array | string, waiter?: Waiter): Promise<Prepared>
}

async function bytesAt(address: string, allowedHosts: readonly string[]) {
  try {
    return await fetchPublic(address, { ...limits, allowedHosts })
  } catch (error) {
    return { fault: `could not be fetched: ${error instanceof Error ? error.message : error}` }
  }
}

const nobody: Waiter = { user: 0 }

/**
 * The library over a keeper. Images are made ready one after the other, since a large one takes hundreds of megabytes;
 * those of different users take turns. `baseUrl` is the address that the service's own files are below.
 */
export function libraryOver(keeper: Keeper, allowedHosts: readonly string[], baseUrl?: string): Library {
  const turn = inTurn()
  return {
    ...keeper,
    // `fasti media prune` tells of what is left behind.
    async remove(files) {
      if (!(await isHeld(keeper))) await keeper.remove(files)
    },
    fileAt: (address) => (baseUrl === undefined ? undefined : ownFile(baseUrl, address)),
    async prepare(source, waiter = nobody) {
      waiter.gone?.throwIfAborted()
      const found =
        typeof source === 'string' ? await bytesAt(source, allowedHosts) : { bytes: Buffer.from(source) }
      return 'fault' in found ? found : turn(waiter, () => prepareImage(found.bytes, waiter.gone))
    },
  }
}
