/** The cookie that ties a sign-in at the organisation to the browser that began it: state, nonce, verifier, and where it leads. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { OrganisationSettings } from '../../oidc/settings.ts'
import type { SignInSecrets } from '../../oidc/sign-in.ts'
import { cookieOfBaseUrl } from './cookie.ts'

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

/** The protocol by which an organisation signs people in. */
type Protocol = OrganisationSettings['protocol']

/** Returns the address at which the organisation leads people back to the service at `baseUrl`. */
export const callbackAddress = (baseUrl: string, protocol: Protocol): string =>
  `${baseUrl.replace(/\/$/, '')}/signin/${protocol}/callback`

interface SignInCookie {
  /** The begun sign-in of a Cookie header; undefined without one that this service made. */
  read(header: string | undefined): Promise<BegunSignIn | undefined>
  keep(begun: BegunSignIn): Promise<string>
  /** The Set-Cookie header that deletes the cookie: it is for one answer. */
  readonly cleared: string
}

const fields = ['state', 'nonce', 'verifier', 'leadsTo', 'language'] as const

function parsed(value: string): BegunSignIn | undefined {
  try {
    const texts: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'))
    if (!Array.isArray(texts) || texts.length !== fields.length) return undefined
    const [state, nonce, verifier, leadsTo, language] = texts.map(String)
    if (!state) return undefined
    return {
      state,
      nonce: nonce ?? '',
      verifier: verifier ?? '',
      leadsTo: leadsTo ?? '',
      language: language ?? '',
    }
  } catch {
    return undefined
  }
}

/** Builds the cookie of the service at `baseUrl`. `readKey` reads the key that signs it, which all processes share. */
export function makeSignInCookieReaderAndSetter(
  baseUrl: string,
  protocol: Protocol,
  readKey: () => Promise<string>,
): SignInCookie {
  // A SAML identity provider leads people back by a form.
  const cookie = cookieOfBaseUrl(baseUrl, NAME, {
    path: `/signin/${protocol}`,
    isForForms: protocol === 'saml',
  })
  const signatureOf = async (value: string) =>
    createHmac('sha256', await readKey())
      .update(`${NAME}\n${value}`)
      .digest()
  return {
    async read(sent) {
      const [value = '', signature = ''] = cookie.read(sent)?.split('.') ?? []
      const [given, right] = [Buffer.from(signature, 'base64url'), await signatureOf(value)]
      return given.length === right.length && timingSafeEqual(given, right) ? parsed(value) : undefined
    },
    async keep(begun) {
      const value = Buffer.from(JSON.stringify(fields.map((name) => begun[name]))).toString('base64url')
      return cookie.keep(`${value}.${(await signatureOf(value)).toString('base64url')}`, PATIENCE)
    },
    cleared: cookie.cleared,
  }
}
