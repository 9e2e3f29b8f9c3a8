/** The identity provider as it describes itself (SAML 2.0 Metadata), and this service as it does. */
import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom'
import { Temporal } from 'temporal-polyfill'
import { fetchFromIssuer, IssuerUnavailable } from '../oidc/bounded-fetch.ts'
import type { SamlSettings } from '../oidc/rules.ts'

// Reading XML strictly: whatever two parsers could understand in two ways is refused.

export type { Element } from '@xmldom/xmldom'

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata'
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
export const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

/**
 * Returns the root element of a text. Throws for what is not well-formed, and for a document type: it could define entities, which name
 * other files or grow without bound.
 */
export function rootOf(text: string): Element {
  if (/<!DOCTYPE/i.test(text)) throw new Error('it has a document type (DOCTYPE)')
  const { documentElement } = new DOMParser({ onError: onWarningStopParsing }).parseFromString(
    text,
    'text/xml',
  )
  if (documentElement === null) throw new Error('it is empty')
  return documentElement
}

const isElement = (node: { readonly nodeType: number }): node is Element => node.nodeType === 1

/** Returns the child elements of a name, in their order. */
export const childrenOf = (parent: Element, namespace: string, name: string): readonly Element[] =>
  [...parent.childNodes]
    .filter(isElement)
    .filter((one) => one.namespaceURI === namespace && one.localName === name)

/** Returns the only child element of a name; undefined without one. Throws for several. */
export function childOf(parent: Element, namespace: string, name: string): Element | undefined {
  const [first, second] = childrenOf(parent, namespace, name)
  if (second !== undefined) throw new Error(`${parent.localName} has several ${name}`)
  return first
}

/** Returns the elements of a name within another one, at any depth. */
export const elementsIn = (parent: Element, namespace: string, name: string): readonly Element[] => [
  ...parent.getElementsByTagNameNS(namespace, name),
]

/** Returns the whole text within an element, without white space around it; "" without the element. */
export const textOf = (element: Element | undefined): string => element?.textContent?.trim() ?? ''

/** Returns a text as the content of an element or a value of an attribute. */
const escapedXml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export interface IdentityProvider {
  readonly entityId: string
  /** Where browsers are sent with a request. */
  readonly signInUrl: string
  /** Whether it asks for signed requests, which this service does not send: some take unsigned ones all the same. */
  readonly wantsSignedRequests: boolean
  /** The public keys of its signatures, as PEM. */
  readonly keys: readonly string[]
  /** Milliseconds since 1970 UTC at which the metadata end; undefined for never. */
  readonly validUntil: number | undefined
}

/** The identity provider can be used no more, until somebody changes it or this configuration. */
class UnfitMetadata extends Error {
  override readonly name = 'UnfitMetadata'
}

/** The least length of an RSA key in bits (NIST SP 800-131A). */
const SHORTEST_KEY = 2048

/** Returns the key of a KeyInfo; undefined for one of another kind. */
function keyIn(info: Element): KeyObject | undefined {
  const [certificate] = elementsIn(info, SIGNATURE, 'X509Certificate')
  if (certificate !== undefined)
    return new X509Certificate(Buffer.from(textOf(certificate), 'base64')).publicKey
  const [value] = elementsIn(info, SIGNATURE, 'RSAKeyValue')
  if (value === undefined) return undefined
  const number = (name: string) =>
    Buffer.from(textOf(childOf(value, SIGNATURE, name)), 'base64').toString('base64url')
  return createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: number('Modulus'), e: number('Exponent') } })
}

/** Whether a key may verify signatures: what is shorter can be found out. */
const isLong = (key: KeyObject): boolean =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= SHORTEST_KEY

/** Returns the keys with which a role signs, as PEM. */
function signingKeysOf(role: Element): readonly string[] {
  const signing = childrenOf(role, METADATA, 'KeyDescriptor').filter(
    (one) => (one.getAttribute('use') || 'signing') === 'signing',
  )
  const keys = signing
    .flatMap((one) => childrenOf(one, SIGNATURE, 'KeyInfo').map(keyIn))
    .filter((key) => key !== undefined)
  const long = keys.filter(isLong)
  if (long.length === 0)
    throw new UnfitMetadata(
      keys.length === 0
        ? 'its metadata have no certificate for signatures'
        : 'its certificates are not of RSA keys of 2048 bits or more',
    )
  return long.map((key) => key.export({ type: 'spki', format: 'pem' }).toString())
}

/** Returns where a role takes requests. Throws for an address that is not https, unless the metadata are at loopback. */
function signInUrlOf(role: Element, isLocal: boolean): string {
  const endpoint = childrenOf(role, METADATA, 'SingleSignOnService').find(
    (one) => one.getAttribute('Binding') === REDIRECT,
  )
  const text = endpoint?.getAttribute('Location') ?? ''
  if (!URL.canParse(text))
    throw new UnfitMetadata('its metadata have no sign-in with the binding HTTP-Redirect')
  const { protocol, hostname } = new URL(text)
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(isLocal && protocol === 'http:' && isLoopback))
    throw new UnfitMetadata('the sign-in of its metadata is not https')
  return text
}

function moment(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  return Temporal.Instant.from(text).epochMilliseconds
}

/** Reads metadata. Throws where they are not those of one identity provider that fits. */
export function identityProviderIn(text: string, isLocal: boolean): IdentityProvider {
  const root = rootOf(text)
  const entities =
    root.localName === 'EntitiesDescriptor' ? elementsIn(root, METADATA, 'EntityDescriptor') : [root]
  const providers = entities.flatMap((entity) => {
    const [role] = childrenOf(entity, METADATA, 'IDPSSODescriptor')
    return role === undefined ? [] : [{ entity, role }]
  })
  const [provider] = providers
  if (provider === undefined)
    throw new UnfitMetadata('its metadata describe no identity provider (IDPSSODescriptor)')
  if (providers.length > 1)
    throw new UnfitMetadata(
      `its metadata describe ${providers.length} identity providers: set FASTI_SAML_METADATA to those of one`,
    )
  const { entity, role } = provider
  const entityId = entity.getAttribute('entityID') ?? ''
  if (entityId === '') throw new UnfitMetadata('its metadata have no entityID')
  const ends = [root, entity, role]
    .map((one) => moment(one.getAttribute('validUntil')))
    .filter((one) => one !== undefined)
  return {
    entityId,
    signInUrl: signInUrlOf(role, isLocal),
    wantsSignedRequests: ['true', '1'].includes(role.getAttribute('WantAuthnRequestsSigned') ?? ''),
    keys: signingKeysOf(role),
    validUntil: ends.length === 0 ? undefined : Math.min(...ends),
  }
}

/** Fetches or reads the metadata. Throws `IssuerUnavailable` where they cannot be had, and what is wrong with them. */
export async function readIdentityProvider({
  metadata,
}: Pick<SamlSettings, 'metadata'>): Promise<IdentityProvider> {
  if (isAbsolute(metadata)) {
    const text = await readFile(metadata, 'utf8').catch((cause: unknown) => {
      throw new UnfitMetadata(`${metadata} cannot be read`, { cause })
    })
    return identityProviderIn(text, true)
  }
  const answer = await fetchFromIssuer(metadata, {
    headers: { Accept: 'application/samlmetadata+xml, application/xml, text/xml' },
  })
  if (answer.status !== 200) throw new IssuerUnavailable(`its metadata answered ${answer.status}`)
  return identityProviderIn(await answer.text(), new URL(metadata).protocol === 'http:')
}

/** Milliseconds for which metadata are taken without reading them again. */
const FRESH = 86_400_000
/** Milliseconds between two readings because of a signature whose key is not known: anybody may send such signatures. */
const PAUSE = 60_000

/** The identity provider of one configuration. */
interface IdentityProviderReader {
  /** Returns the identity provider: read once a day, and as it was known while it cannot be read. */
  current(): Promise<IdentityProvider>
  /** Reads it anew, at most once a minute. Returns undefined within the minute. */
  renewed(): Promise<IdentityProvider | undefined>
}

/** Returns the reader; `now` is in milliseconds since 1970 UTC. */
export function identityProviderReader(settings: SamlSettings, now: () => number): IdentityProviderReader {
  let known: { readonly provider: IdentityProvider; readonly at: number } | undefined
  let tried = Number.NEGATIVE_INFINITY
  let reading: Promise<IdentityProvider> | undefined
  const read = () => {
    tried = now()
    reading ??= readIdentityProvider(settings).finally(() => {
      reading = undefined
    })
    return reading.then((provider) => {
      known = { provider, at: now() }
      return provider
    })
  }
  const valid = (provider: IdentityProvider) => {
    if (provider.validUntil !== undefined && provider.validUntil <= now())
      throw new UnfitMetadata('its metadata are over (validUntil)')
    return provider
  }
  return {
    async current() {
      if (known === undefined) return valid(await read())
      const isOld = now() - known.at >= FRESH || (known.provider.validUntil ?? Infinity) <= now()
      if (!isOld || now() - tried < PAUSE) return valid(known.provider)
      const { provider } = known
      return valid(await read().catch(() => provider))
    },
    async renewed() {
      return now() - tried < PAUSE ? undefined : valid(await read())
    },
  }
}

/** Returns the metadata of this service, which an identity provider reads. */
export const ownMetadata = ({ entityId, subject }: SamlSettings, callback: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escapedXml(entityId)}">
  <md:SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}" AuthnRequestsSigned="false" WantAssertionsSigned="true">${
    subject === undefined
      ? '\n    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>'
      : ''
  }
    <md:AssertionConsumerService index="0" isDefault="true" Binding="${POST}" Location="${escapedXml(callback)}"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`
