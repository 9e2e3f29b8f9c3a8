/** Addresses of the service's own images (contract §1.6), as they come back as `image`. */
import { typeOf } from './keeper.ts'

/** Below the base address, or below that and a language. */
const PATH = /^(?:\/[a-z-]{2,5})?\/media\/([^/]+)$/i

/** The file that an address below `baseUrl` leads to, whichever root it goes through; undefined for any other address. */
export function ownFile(baseUrl: string, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const [base, { origin, pathname }] = [new URL(baseUrl), new URL(address)]
  const path = base.pathname.replace(/\/$/, '')
  if (origin !== base.origin || !pathname.startsWith(path)) return undefined
  const [, file] = PATH.exec(pathname.slice(path.length)) ?? []
  return file !== undefined && typeOf(file) !== undefined ? file : undefined
}
