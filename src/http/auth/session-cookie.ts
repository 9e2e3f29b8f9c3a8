/** The cookie of a web session (RFC 6265): HttpOnly, and limited to this service's path. */

const NAME = 'fasti_session'

interface SessionCookie {
  /** The secret in a Cookie header; undefined without one. */
  read(header: string | undefined): string | undefined
  /** The Set-Cookie header that stores the secret for a number of seconds. */
  keep(secret: string, seconds: number): string
  /** The Set-Cookie header that deletes the cookie. */
  readonly cleared: string
}

/** Builds the cookie of the service at `baseUrl`; Secure if the URL is https. */
export function sessionCookieOfBaseUrl(baseUrl: string): SessionCookie {
  const { protocol, pathname } = new URL(baseUrl)
  const attributes = `Path=${pathname}; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
  const header = (secret: string, seconds: number) => `${NAME}=${secret}; Max-Age=${seconds}; ${attributes}`
  return {
    read: (sent = '') =>
      sent
        .split(';')
        .map((pair) => pair.trim())
        .find((pair) => pair.startsWith(`${NAME}=`))
        ?.slice(NAME.length + 1) || undefined,
    keep: header,
    cleared: header('', 0),
  }
}
