/** The cookies that the service sets for itself alone. */

/** A cookie of a name: its value in a Cookie header, and the Set-Cookie headers that store and delete it. */
interface Cookie {
  /** The value in a Cookie header; undefined without one. */
  read(header: string | undefined): string | undefined
  /** The Set-Cookie header that stores a value for a number of seconds. */
  keep(value: string, seconds: number): string
  /** The Set-Cookie header that deletes the cookie. */
  readonly cleared: string
}

/** Where a cookie goes, besides requests to all paths of the service from its own pages. */
interface CookieReach {
  /** The path below the base URL that it is sent to. */
  readonly path?: string
  /** Whether forms of other sites bring it. Browsers want https for it, and on loopback take such a cookie without a word about sites. */
  readonly isForForms?: boolean
}

/**
 * Returns the cookie of a name of the service at `baseUrl`. At an https address without a path, the name has the
 * prefix by which browsers take the cookie from this host alone: no other host of the domain can plant one.
 */
export function cookieOfBaseUrl(
  baseUrl: string,
  name: string,
  { path = '', isForForms = false }: CookieReach = {},
): Cookie {
  const { protocol, pathname } = new URL(baseUrl)
  const isSecure = protocol === 'https:'
  const isOfHost = isSecure && pathname === '/'
  const known = isOfHost ? `__Host-${name}` : name
  const below = path === '' ? pathname : `${pathname.replace(/\/$/, '')}${path}`
  const site = isForForms ? (isSecure ? '; SameSite=None' : '') : '; SameSite=Lax'
  const attributes = `Path=${isOfHost ? '/' : below}; HttpOnly${site}${isSecure ? '; Secure' : ''}`
  const keep = (value: string, seconds: number) => `${known}=${value}; Max-Age=${seconds}; ${attributes}`
  return {
    read: (sent = '') =>
      sent
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${known}=`))
        ?.slice(known.length + 1) || undefined,
    keep,
    cleared: keep('', 0),
  }
}
