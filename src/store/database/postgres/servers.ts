/** The servers of a PostgreSQL URL, which may name several: postgres://USER@HOST:PORT,HOST:PORT/NAME?target_session_attrs=read-write. */

const attributes = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const

/** An attribute that a server must have, in the words of libpq. */
export type RequiredServerAttribute = (typeof attributes)[number]

/** One or several servers, and which of them fits. */
interface Servers {
  /** One URL for each server, in the order in which they are tried. */
  readonly urls: readonly string[]
  /** The attribute that the server must have; undefined where any does, and need not be asked. */
  readonly wanted: RequiredServerAttribute | undefined
}

const PARAMETER = 'target_session_attrs'

/**
 * Returns the servers of a URL. Of several, `otherwise` says what the server must be where the URL does not. Throws if the URL is not valid; the
 * message has no password.
 */
export function serversOfUrl(url: string, otherwise: RequiredServerAttribute): Servers {
  const [, scheme = '', login = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)(.*@)?([^/?]*)(.*)$/.exec(url) ?? []
  const [path = '', query = ''] = rest.split('?')
  const parameters = new URLSearchParams(query)
  const named = parameters.get(PARAMETER) ?? undefined
  parameters.delete(PARAMETER)
  const wanted = attributes.find((one) => one === named)
  if (named !== undefined && wanted === undefined)
    throw new Error(`${PARAMETER} is "${named}"; expected: ${attributes.join(', ')}`)
  const kept = parameters.size === 0 ? '' : `?${parameters}`
  const urls = hosts.split(',').map((host) => `${scheme}${login}${host}${path}${kept}`)
  if (urls.length === 1)
    return {
      urls: [named === undefined ? url : (urls[0] ?? url)],
      wanted: wanted === 'any' ? undefined : wanted,
    }
  return { urls, wanted: wanted ?? otherwise }
}
