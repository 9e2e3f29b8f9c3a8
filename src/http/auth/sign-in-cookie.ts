/** The cookie that ties a sign-in at the organisation to the browser that began it: state, nonce, verifier, and where it leads. */
import type { SignInSecrets } from '../../oidc/sign-in.ts'

const NAME = 'fasti_signin'
/** Seconds that a sign-in may take. */
const PATIENCE = 600

/** A sign-in that a browser has begun, while its user is at the organisation. */
export interface BegunSignIn extends SignInSecrets {
  /** The path of the page to which the sign-in leads, as it was asked for. */
  readonly leadsTo: string
  /** The language of the pages; "" for that of the site. */
  readonly language: string
}

interface SignInCookie {
  /** The begun sign-in of a Cookie header; undefined without one. */
  read(header: string | undefined): BegunSignIn | undefined
  keep(begun: BegunSignIn): string
  /** The Set-Cookie header that deletes the cookie: it is for one answer. */
  readonly cleared: string
}

const fields = ['state', 'nonce', 'verifier', 'leadsTo', 'language'] as const

function parsed(value: string): BegunSignIn | undefined {
  try {
    const texts: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'))
    if (!Array.isArray(texts) || texts.length !== fields.length) return undefined
    const [state, nonce, verifier, leadsTo, language] = texts.map(String)
    if (!state || !nonce || !verifier) return undefined
    return { state, nonce, verifier, leadsTo: leadsTo ?? '', language: language ?? '' }
  } catch {
    return undefined
  }
}

/** Builds the cookie of the service at `baseUrl`; Secure if the URL is https. */
export function makeSignInCookieReaderAndSetter(baseUrl: string): SignInCookie {
  const { protocol, pathname } = new URL(baseUrl)
  const path = `${pathname.replace(/\/$/, '')}/signin/oidc`
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`
  const header = (value: string, seconds: number) => `${NAME}=${value}; Max-Age=${seconds}; ${attributes}`
  return {
    read(sent = '') {
      const pairs = sent.split(';').map((pair) => pair.trim())
      const found = pairs.find((pair) => pair.startsWith(`${NAME}=`))
      return found === undefined ? undefined : parsed(found.slice(NAME.length + 1))
    },
    keep: (begun) =>
      header(Buffer.from(JSON.stringify(fields.map((name) => begun[name]))).toString('base64url'), PATIENCE),
    cleared: header('', 0),
  }
}
