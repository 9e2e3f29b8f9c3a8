/** The cookie of a web session (RFC 6265): out of the reach of scripts, and sent to this service alone. */

const NAME = 'fasti_session'

export interface SessionCookie {
  /** The secret that a Cookie header carries. */
  read(header: string | undefined): string | undefined
  /** The Set-Cookie header that keeps the secret for so many seconds. */
  keep(secret: string, seconds: number): string
  /** The Set-Cookie header that takes it away. */
  readonly cleared: string
}

/** The cookie of the service at `baseUrl`; over https alone where that is https. */
export function sessionCookie(baseUrl: string): SessionCookie {
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
