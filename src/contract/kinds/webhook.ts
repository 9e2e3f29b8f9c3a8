/** Kinds for the fields of a webhook. */

import { httpAddress } from '../../domain/text/links.ts'
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'

const LONGEST = 2000

/** Whether the URL contains a login, which belongs to neither logs nor deliveries. */
const hasLogin = ({ username, password }: URL) => username !== '' || password !== ''

/** The URL of a receiver. Which hosts are allowed depends on the configuration. */
export const receiverUrl: Kind<string> = {
  name: 'receiver',
  shown: 'string',
  schema: { type: 'string', format: 'uri', maxLength: LONGEST },
  read: (raw) => {
    const address = typeof raw === 'string' && raw.length <= LONGEST ? httpAddress(raw) : undefined
    if (address === undefined) return faultResult(because('not_a_secure_address'))
    const url = new URL(address)
    if (hasLogin(url)) return faultResult(because('address_with_login'))
    url.hash = ''
    return valueResult(url.href)
  },
}

/** The args of a list, by name. */
export type UncheckedArgsByName = Readonly<Record<string, unknown>>

const MAX_ARGS = 40
const LONGEST_FILTER = 10_000

/** Returns the object that a value is, or that its JSON text says; undefined for anything else. */
export function jsonObjectOrUndefined(raw: unknown): UncheckedArgsByName | undefined {
  if (typeof raw === 'string') {
    try {
      return jsonObjectOrUndefined(Object(JSON.parse(raw)))
    } catch {
      return undefined
    }
  }
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? { ...raw } : undefined
}

/** An object with args of a list, which are checked with those of the resource; in forms as JSON text. */
export const webhookFilter: Kind<UncheckedArgsByName> = {
  name: 'filter',
  shown: undefined,
  schema: { type: 'object', additionalProperties: true, maxProperties: MAX_ARGS },
  read: (raw): ParsingResult<UncheckedArgsByName> => {
    const found = jsonObjectOrUndefined(raw)
    if (found === undefined) return faultResult(because('not_a_filter'))
    if (Object.keys(found).length > MAX_ARGS || JSON.stringify(found).length > LONGEST_FILTER)
      return faultResult(because('too_many_args'))
    return valueResult(found)
  },
}
