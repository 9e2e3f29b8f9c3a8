/** Addresses of the service's own images (contract §1.6), which clients send back as `image`. */

import { imageTypeOfName } from '../../domain/image-types.ts'
import { urlOfAnyScheme } from '../../domain/text/links.ts'

/** Matches a path relative to the base address, with or without a language. */
const PATH = /^(?:\/[a-z-]{2,5})?\/media\/([^/]+)$/i

/** The file name in an address below `baseUrl`, through any root; undefined for other addresses. */
export function fileNameInOwnAddress(baseUrl: string, address: string): string | undefined {
  const url = urlOfAnyScheme(address)
  if (url === undefined) return undefined
  const [base, { origin, pathname }] = [new URL(baseUrl), url]
  const path = base.pathname.replace(/\/$/, '')
  if (origin !== base.origin || !pathname.startsWith(path)) return undefined
  const [, file] = PATH.exec(pathname.slice(path.length)) ?? []
  return file !== undefined && imageTypeOfName(file) !== undefined ? file : undefined
}
