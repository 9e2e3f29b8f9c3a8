/** Caches in front of the service (contract §22). */

import { parseServiceUrl, wordParserFor } from './values.ts'
import type { VariableReader } from './variable-groups.ts'

/** The settings of caches in front of the service. */
export interface FrontCaches {
  /** Whether public answers tell caches in front of the service what they show and how long to keep it. */
  readonly surrogateKeys: boolean
  /** Where writes are told; undefined without such a cache. */
  readonly purgeUrl: string | undefined
}

/** Returns what is said of caches in front of the service. Adds to `wrong` if writes are told to one that knows no keys. */
export function readFrontCaches({ read, optional }: VariableReader, wrong: string[]): FrontCaches {
  const surrogateKeys = read('FASTI_SURROGATE_KEYS', wordParserFor(['off', 'on'])) === 'on'
  const purgeUrl = optional('FASTI_PURGE_URL', parseServiceUrl)
  if (purgeUrl !== undefined && !surrogateKeys)
    wrong.push('FASTI_PURGE_URL is set without FASTI_SURROGATE_KEYS=on, whose keys purges name')
  return { surrogateKeys, purgeUrl }
}
