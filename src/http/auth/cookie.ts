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

/**
 * Returns the cookie of a name of the service at `baseUrl`, sent to `path` below it. At an https address without a path, the name has the
 * prefix by which browsers take the cookie from this host alone: no other host of the domain can plant one.
 */
export function cookieOfBaseUrl(baseUrl: string, name: string, path = ''): Cookie {
  const { protocol, pathname } = new URL(baseUrl)
  const isSecure = protocol === 'https:'
  const isOfHost = isSecure && pathname === '/'
  const known = isOfHost ? `__Host-${name}` : name
  const below = path === '' ? pathname : `${pathname.replace(/\/$/, '')}${path}`
  const attributes = `Path=${isOfHost ? '/' : below}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
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
