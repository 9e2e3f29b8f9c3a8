/** Signing in through one's organisation by SAML 2.0: a request by redirect, an answer by POST. */
import { createHash, randomBytes } from 'node:crypto'
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { Temporal } from 'temporal-polyfill'
import { IssuerUnavailable } from '../oidc/bounded-fetch.ts'
import type { Claims, SamlSettings } from '../oidc/rules.ts'
import type { FailedSignIn, SignInService } from '../oidc/sign-in.ts'
import {
  ASSERTION,
  childOf,
  childrenOf,
  type Element,
  elementsIn,
  type IdentityProvider,
  identityProviderReader,
  ownMetadata,
  PROTOCOL,
  rootOf,
  SIGNATURE,
  textOf,
} from './metadata.ts'

// The attributes of a SAML assertion as the claims of a token, from which roles and profiles are read.

/** The names by which rules may call attributes that identity providers send with a longer name. */
const shortNames: Readonly<Record<string, string>> = {
  'urn:oid:0.9.2342.19200300.100.1.1': 'uid',
  'urn:oid:0.9.2342.19200300.100.1.3': 'mail',
  'urn:oid:2.5.4.3': 'cn',
  'urn:oid:2.5.4.4': 'sn',
  'urn:oid:2.5.4.10': 'o',
  'urn:oid:2.5.4.11': 'ou',
  'urn:oid:2.5.4.42': 'givenName',
  'urn:oid:2.16.840.1.113730.3.1.4': 'employeeType',
  'urn:oid:2.16.840.1.113730.3.1.241': 'displayName',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.1': 'eduPersonAffiliation',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.6': 'eduPersonPrincipalName',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.7': 'eduPersonEntitlement',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.9': 'eduPersonScopedAffiliation',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.10': 'eduPersonTargetedID',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13': 'eduPersonUniqueId',
  'urn:oid:1.3.6.1.4.1.5923.1.5.1.1': 'isMemberOf',
  'urn:oid:1.3.6.1.4.1.25178.1.2.9': 'schacHomeOrganization',
  'urn:oasis:names:tc:SAML:attribute:subject-id': 'subject-id',
  'urn:oasis:names:tc:SAML:attribute:pairwise-id': 'pairwise-id',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'mail',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn': 'upn',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname': 'givenName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname': 'sn',
  'http://schemas.microsoft.com/identity/claims/displayname': 'displayName',
  'http://schemas.microsoft.com/identity/claims/objectidentifier': 'objectidentifier',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': 'groups',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': 'role',
}

/** Returns the values of attributes by each of their names: a full name counts before the short ones. */
export function attributesOf(assertion: Element): ReadonlyMap<string, readonly string[]> {
  const attributes = childrenOf(assertion, ASSERTION, 'AttributeStatement').flatMap((one) =>
    childrenOf(one, ASSERTION, 'Attribute'),
  )
  const values = new Map<string, readonly string[]>()
  const add = (name: string, more: readonly string[]) =>
    values.set(name, [...(values.get(name) ?? []), ...more])
  const sent = attributes.map((one) => ({
    name: one.getAttribute('Name') ?? '',
    friendly: one.getAttribute('FriendlyName') ?? '',
    texts: childrenOf(one, ASSERTION, 'AttributeValue').map(textOf),
  }))
  for (const { name, texts } of sent) add(name, texts)
  const full = new Set(values.keys())
  for (const { name, friendly, texts } of sent) {
    const short = shortNames[name] ?? friendly
    if (short !== '' && !full.has(short)) add(short, texts)
  }
  return values
}

/** The attributes with a login, a name and an address, the best first. */
const logins = ['preferred_username', 'uid', 'eduPersonPrincipalName', 'upn', 'mail', 'email']
const names = ['displayName', 'name', 'cn']
const addresses = ['mail', 'email']

/** Returns the claims that attributes are. A name or an address that another standard calls otherwise has the name of OpenID Connect, too. */
function claimsOf(attributes: ReadonlyMap<string, readonly string[]>): Claims {
  const first = (among: readonly string[]) =>
    among.flatMap((name) => attributes.get(name) ?? []).find((text) => text !== '')
  const full = [first(['givenName']), first(['sn'])].filter(Boolean).join(' ')
  const [login, name, email] = [first(logins), first(names) || full, first(addresses)]
  return {
    ...Object.fromEntries(attributes),
    ...(login && { preferred_username: login }),
    ...(name && { name }),
    ...(email && { email }),
  }
}

// The answer of an identity provider. `@node-saml/node-saml` verifies the signature and returns what was signed; whatever else must hold is
// checked here: the form of the answer before, and what the signed assertion says after.

/** Why an answer is not accepted: it does not hold, the organisation refused, or both sides are not set up for each other. */
class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer'
  readonly fault: 'invalid' | 'refused' | 'setup'
  constructor(fault: RefusedAnswer['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

/** The signature does not hold by the keys that are known: the identity provider may have new ones. */
class UnknownSignature extends RefusedAnswer {
  constructor(cause: unknown) {
    super('invalid', 'the signature of the assertion does not hold')
    this.cause = cause
  }
}

function require(holds: boolean, message: string): asserts holds {
  if (!holds) throw new RefusedAnswer('invalid', message)
}

/** What is expected of an answer. */
export interface Expected {
  readonly provider: IdentityProvider
  readonly settings: Pick<SamlSettings, 'entityId' | 'subject'>
  /** Where the answer came to. */
  readonly callback: string
  /** The ID of the request that the browser carried to the identity provider. */
  readonly request: string
  /** Milliseconds since 1970 UTC. */
  readonly now: number
}

/** Who an answer says that somebody is. */
interface AssertedPerson {
  readonly subject: string
  readonly claims: Claims
  /** A name of the assertion, and the second since 1970 UTC until which it could be sent again. */
  readonly once: { readonly name: string; readonly until: number }
}

/** The longest answer in characters of base64. */
const LONGEST = 262_144
/** The most elements of an answer. */
const MOST_ELEMENTS = 2000
/** Milliseconds by which the clocks may differ. */
const TOLERANCE = 60_000
/** Milliseconds after its issue in which an assertion counts, however long it says that it does. */
const LIFE = 600_000

/** The algorithms that are accepted. Collisions of SHA-1 can be made. */
const algorithms = new Set([
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns the XML of an answer as it was sent. Throws for what parsers read in different ways: document types, comments, CDATA, instructions. */
function decodedAnswer(sent: string): string {
  require(sent.length <= LONGEST, `the answer is longer than ${LONGEST} characters`)
  const base64 = sent.replace(/\s+/g, '')
  require(/^[A-Za-z0-9+/]+={0,2}$/.test(base64), 'the answer is not base64')
  let xml: string
  try {
    xml = utf8.decode(Buffer.from(base64, 'base64'))
  } catch {
    throw new RefusedAnswer('invalid', 'the answer is not UTF-8')
  }
  const content = xml.replace(/^<\?xml [^<>?]*\?>/, '')
  require(!content.includes('<!'), 'the answer has a comment, CDATA or a document type')
  require(!content.includes('<?'), 'the answer has a processing instruction')
  const elements = content.match(/<[^/]/g)?.length ?? 0
  require(elements <= MOST_ELEMENTS, `the answer has more than ${MOST_ELEMENTS} elements`)
  return xml
}

/** Throws for an algorithm that is not accepted. Values must be written as they are: by references of characters, one could be hidden. */
function requireKnownAlgorithms(xml: string): void {
  for (const [, quoted, apostrophised] of xml.matchAll(/Algorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = quoted ?? apostrophised ?? ''
    if (!algorithms.has(value)) {
      const name = value.slice(0, 100)
      throw new RefusedAnswer(
        'setup',
        `the algorithm ${name} is not accepted: set the identity provider to RSA-SHA256 and SHA-256, with exclusive canonicalization`,
      )
    }
  }
}

/** Codes of a status with which the organisation itself refuses a person. */
const refusals = ['AuthnFailed', 'RequestDenied', 'UnknownPrincipal', 'NoPassive', 'NoAuthnContext']

function requireSuccess(response: Element): void {
  const code = childOf(childOf(response, PROTOCOL, 'Status') ?? response, PROTOCOL, 'StatusCode')
  const nameOf = (one: Element | undefined) =>
    one?.getAttribute('Value')?.split(':').at(-1)?.slice(0, 60) ?? ''
  const [first, second] = [nameOf(code), nameOf(code && childOf(code, PROTOCOL, 'StatusCode'))]
  if (first === 'Success') return
  const isRefused = [first, second].some((one) => refusals.includes(one))
  throw new RefusedAnswer(
    isRefused ? 'refused' : 'setup',
    `status ${[first, second].filter(Boolean).join(' ')}`,
  )
}

/** Checks the form of an answer, of which nothing is trusted yet. */
function requireForm(xml: string, { provider, callback, request }: Expected): void {
  const response = rootOf(xml)
  require(response.localName === 'Response' &&
    response.namespaceURI === PROTOCOL, 'the answer is no Response')
  require(response.getAttribute('InResponseTo') ===
    request, 'it answers no request of this browser (InResponseTo)')
  const destination = response.getAttribute('Destination') || callback
  require(destination === callback, 'it is for another address (Destination)')
  const issuer = childOf(response, ASSERTION, 'Issuer')
  require(issuer === undefined || textOf(issuer) === provider.entityId, 'it is of another issuer')
  requireSuccess(response)
  if (elementsIn(response, ASSERTION, 'EncryptedAssertion').length > 0)
    throw new RefusedAnswer(
      'setup',
      'the assertion is encrypted, which this service does not read: switch encryption off for it at the identity provider; https keeps it secret on its way',
    )
  // One assertion where it belongs, and none elsewhere, whatever its namespace: a second one could be read in place of the signed one.
  const all = [...response.getElementsByTagName('*')]
  const assertions = all.filter(({ localName }) => localName === 'Assertion' || localName === 'Response')
  const [only] = childrenOf(response, ASSERTION, 'Assertion')
  require(only !== undefined && assertions.length === 1, 'it has not exactly one assertion')
  const signatures = elementsIn(response, SIGNATURE, 'Signature')
  const isPlaced = signatures.every(({ parentNode }) => parentNode === only || parentNode === response)
  require(isPlaced &&
    signatures.length <= 2, 'it has a signature elsewhere than at the response and the assertion')
  require(elementsIn(response, SIGNATURE, 'Object').length === 0, 'it has an object within a signature')
  require(childrenOf(only, SIGNATURE, 'Signature').length === 1, 'the assertion is not signed')
}

/** Returns the assertion that was signed: these bytes, and nothing else of the answer. */
async function signedAssertion(
  xml: string,
  { provider, settings, callback, request }: Expected,
): Promise<Element> {
  const issued = Temporal.Now.instant().toString()
  const saml = new SAML({
    callbackUrl: callback,
    issuer: settings.entityId,
    audience: settings.entityId,
    idpCert: [...provider.keys],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: LIFE,
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (name) => (name === request ? issued : null),
      removeAsync: async () => null,
    },
    // Times are checked below, by the clock of the service.
    acceptedClockSkewMs: -1,
  })
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : ''
    throw /signature/i.test(why)
      ? new UnknownSignature(error)
      : new RefusedAnswer('invalid', why.slice(0, 200))
  })
  const signed = rootOf(String(profile?.getAssertionXml?.() ?? ''))
  require(signed.localName === 'Assertion' &&
    signed.namespaceURI === ASSERTION, 'what is signed is no assertion')
  return signed
}

function instantOf(element: Element, name: string): number | undefined {
  const text = element.getAttribute(name)
  if (text === null || text === '') return undefined
  try {
    return Temporal.Instant.from(text).epochMilliseconds
  } catch {
    throw new RefusedAnswer('invalid', `${name} is not a time`)
  }
}

/** Throws where the time is not between NotBefore and NotOnOrAfter. */
function requireNow(element: Element, now: number): void {
  const [from, until] = [instantOf(element, 'NotBefore'), instantOf(element, 'NotOnOrAfter')]
  require(from === undefined ||
    now + TOLERANCE >= from, `${element.localName} is not valid yet: compare the clocks`)
  require(until === undefined || now - TOLERANCE < until, `${element.localName} is over: compare the clocks`)
}

/** Whether a confirmation says that whoever brings the assertion here, for this request, is its subject. */
function isConfirmed(confirmation: Element, { callback, request }: Expected): boolean {
  if (confirmation.getAttribute('Method') !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer') return false
  const data = childOf(confirmation, ASSERTION, 'SubjectConfirmationData')
  return (
    data?.getAttribute('Recipient') === callback &&
    data.getAttribute('InResponseTo') === request &&
    Boolean(data.getAttribute('NotOnOrAfter'))
  )
}

/** Checks that the signed assertion is for this service, this request and this moment. Returns the moment at which it was issued. */
function requireOurs(assertion: Element, expected: Expected): number {
  const { provider, settings, now } = expected
  require(textOf(childOf(assertion, ASSERTION, 'Issuer')) ===
    provider.entityId, 'the assertion is of another issuer')
  const subject = childOf(assertion, ASSERTION, 'Subject')
  const confirmation =
    subject && childrenOf(subject, ASSERTION, 'SubjectConfirmation').find((one) => isConfirmed(one, expected))
  const data = confirmation && childOf(confirmation, ASSERTION, 'SubjectConfirmationData')
  require(data !==
    undefined, 'the subject is not confirmed for this address and request (Recipient, InResponseTo)')
  requireNow(data, now)
  const conditions = childOf(assertion, ASSERTION, 'Conditions')
  require(conditions !== undefined, 'the assertion has no conditions')
  requireNow(conditions, now)
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction')
  const isMeant = restrictions.every((one) =>
    childrenOf(one, ASSERTION, 'Audience').some((audience) => textOf(audience) === settings.entityId),
  )
  require(isMeant && restrictions.length > 0, `the audience is not ${settings.entityId}`)
  require(childrenOf(assertion, ASSERTION, 'AuthnStatement').length > 0, 'the assertion says of no sign-in')
  const issued = instantOf(assertion, 'IssueInstant')
  require(issued !== undefined && issued <= now + TOLERANCE, 'the assertion is issued later than now')
  require(now - issued < LIFE + TOLERANCE, 'the assertion is older than ten minutes')
  return issued
}

const isName = (text: string) => text !== '' && text.length <= 255 && !/\p{Cc}/u.test(text)

/** Returns the name by which a person is known for ever. */
function subjectOf(
  assertion: Element,
  attributes: ReadonlyMap<string, readonly string[]>,
  name: string | undefined,
): string {
  if (name !== undefined) {
    const [value = '', ...others] = attributes.get(name) ?? []
    if (others.length > 0 || !isName(value))
      throw new RefusedAnswer(
        'setup',
        `the attribute ${name} of FASTI_SAML_SUBJECT did not come with one value; these came: ${[...attributes.keys()].join(' ').slice(0, 500)}`,
      )
    return value
  }
  const subject = childOf(assertion, ASSERTION, 'Subject')
  const nameId = subject && childOf(subject, ASSERTION, 'NameID')
  const text = textOf(nameId)
  if (nameId === undefined || !isName(text) || nameId.getElementsByTagName('*').length > 0)
    throw new RefusedAnswer(
      'setup',
      'no NameID came: set FASTI_SAML_SUBJECT to an attribute, such as eduPersonUniqueId',
    )
  if (nameId.getAttribute('Format')?.endsWith(':transient'))
    throw new RefusedAnswer(
      'setup',
      'the NameID is transient, another one at each sign-in: let the identity provider send a persistent one, or set FASTI_SAML_SUBJECT to an attribute, such as eduPersonUniqueId or subject-id',
    )
  return text
}

/** Returns whom an answer names. Throws `RefusedAnswer` where it does not hold. */
export async function personIn(sent: string, expected: Expected): Promise<AssertedPerson> {
  const xml = decodedAnswer(sent)
  try {
    requireForm(xml, expected)
    requireKnownAlgorithms(xml)
    const assertion = await signedAssertion(xml, expected)
    const issued = requireOurs(assertion, expected)
    const attributes = attributesOf(assertion)
    const id = assertion.getAttribute('ID') ?? ''
    return {
      subject: subjectOf(assertion, attributes, expected.settings.subject),
      claims: claimsOf(attributes),
      once: {
        name: createHash('sha256').update(`${expected.provider.entityId}\n${id}`).digest('hex'),
        until: Math.ceil((issued + LIFE + TOLERANCE) / 1000),
      },
    }
  } catch (error) {
    if (error instanceof RefusedAnswer) throw error
    throw new RefusedAnswer(
      'invalid',
      `the answer cannot be read: ${error instanceof Error ? error.message : ''}`.slice(0, 200),
    )
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? [error.message, error.cause instanceof Error ? reasonOf(error.cause) : ''].filter(Boolean).join(': ')
    : String(error)

/** Whatever is wrong with metadata is away, or to be set up by somebody; no user can help. */
const faultOf = (error: unknown): FailedSignIn => ({
  fault: error instanceof RefusedAnswer ? error.fault : error instanceof IssuerUnavailable ? 'away' : 'setup',
  why: reasonOf(error).slice(0, 500),
})

/** Returns the address of the identity provider with a request, and the ID of the request. */
async function requested(
  { signInUrl, keys }: IdentityProvider,
  { entityId }: SamlSettings,
  callback: string,
  isOther: boolean,
) {
  const id = `_${randomBytes(20).toString('hex')}`
  const saml = new SAML({
    callbackUrl: callback,
    issuer: entityId,
    entryPoint: signInUrl,
    idpCert: [...keys],
    generateUniqueId: () => id,
    // The identity provider decides on the kind of name, and on how people prove who they are.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // SAML has no choice between accounts: whoever proves anew who they are can be somebody else.
    forceAuthn: isOther,
  })
  return { address: await saml.getAuthorizeUrlAsync('', undefined, {}), id }
}

/** Returns the sign-in through an organisation; `now` is in milliseconds since 1970 UTC. */
export function newSamlSignInService(settings: SamlSettings, now: () => number): SignInService {
  const reader = identityProviderReader(settings, now)
  return {
    async begin(callback, isOther = false) {
      try {
        const { address, id } = await requested(await reader.current(), settings, callback, isOther)
        return { address, secrets: { state: id, nonce: '', verifier: '' } }
      } catch (error) {
        return faultOf(error)
      }
    },
    async complete(callback, sent, { state: request }) {
      const personBy = async (provider: IdentityProvider) => {
        const answer = sent.get('SAMLResponse') ?? ''
        const person = await personIn(answer, { provider, settings, callback, request, now: now() })
        const { subject, claims, once } = person
        return { issuer: provider.entityId, subject, sources: [claims], idToken: '', sid: '', once }
      }
      try {
        return await personBy(await reader.current()).catch(async (error: unknown) => {
          const renewed = error instanceof UnknownSignature ? await reader.renewed() : undefined
          if (renewed === undefined) throw error
          return personBy(renewed)
        })
      } catch (error) {
        return faultOf(error)
      }
    },
    endOf: async () => settings.logoutUrl,
    issuer: () =>
      reader.current().then(
        ({ entityId }) => entityId,
        () => undefined,
      ),
    metadata: (callback) => ownMetadata(settings, callback),
  }
}
