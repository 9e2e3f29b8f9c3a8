import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  CALLBACK,
  ENTITY_ID,
  signed,
  signingKey,
  type TestIdentityProvider,
  TRANSIENT,
  testIdentityProvider,
} from '../support/identity-provider.ts'
import { identityProviderIn, personIn } from '../support/inside/service.ts'

const now = 1_800_000_000_000
const request = { id: '_the-request', xml: '' }
const [start, end] = ['<saml:Assertion', '</saml:Assertion>']

/** The assertion of an answer, and what is before and after it. */
function parted(xml: string): readonly [string, string, string] {
  const [from, to] = [xml.indexOf(start), xml.indexOf(end) + end.length]
  return [xml.slice(0, from), xml.slice(from, to), xml.slice(to)]
}

const signatureIn = (assertion: string) => /<ds:Signature.*<\/ds:Signature>/s.exec(assertion)?.[0] ?? ''
const forged = (assertion: string) =>
  assertion
    .replace(signatureIn(assertion), '')
    .replace(/ ID="[^"]*"/, ' ID="_forged"')
    .replace('>p1<', '>admin<')

describe('an answer of an identity provider', () => {
  let idp: TestIdentityProvider
  let metadata: string

  beforeAll(async () => {
    idp = await testIdentityProvider()
    metadata = await (await fetch(`${idp.url}/metadata`)).text()
  })
  afterAll(() => idp.close())

  const read = async (xml: string, settings: { subject?: string } = {}) =>
    personIn(Buffer.from(xml).toString('base64'), {
      provider: identityProviderIn(metadata, true),
      settings: { entityId: ENTITY_ID, subject: settings.subject },
      callback: CALLBACK,
      request: request.id,
      now,
    })
  const answered = (answer: Answer = {}) => idp.answer(request, now, answer)
  const refusal = async (xml: string, settings?: { subject?: string }): Promise<string> => {
    const error = await read(xml, settings).catch((error: unknown) => error)
    if (!(error instanceof Error)) throw new Error(`it was accepted: ${JSON.stringify(error)}`)
    return `${'fault' in error ? error.fault : ''}: ${error.message}`
  }

  it('that is signed for this request names a person, with attributes by their full and short names', async () => {
    const attributes = {
      'urn:oid:0.9.2342.19200300.100.1.1|uid': 'eve',
      'urn:oid:0.9.2342.19200300.100.1.3': ['eve@example.org', 'e@example.org'],
      'urn:oid:1.3.6.1.4.1.5923.1.5.1.1|anything': ['museum', 'press'],
      'urn:oid:1.2.3|teams': 'red',
      teams: 'blue',
      givenName: 'Ève &amp; co',
      sn: 'Dupont',
      __proto__x: '1',
    }
    for (const signs of ['assertion', 'both'] as const) {
      const { subject, claims, once } = await read(answered({ attributes, signs }))
      expect(subject).toBe('p1')
      expect(claims).toMatchObject({
        uid: ['eve'],
        mail: ['eve@example.org', 'e@example.org'],
        isMemberOf: ['museum', 'press'],
        'urn:oid:1.3.6.1.4.1.5923.1.5.1.1': ['museum', 'press'],
        teams: ['blue'],
        preferred_username: 'eve',
        name: 'Ève & co Dupont',
        email: 'eve@example.org',
      })
      expect(once.until).toBe(now / 1000 + 660)
    }
  })

  it('is accepted with SHA-512 and RSA-PSS, and refused with SHA-1, whatever it is written as', async () => {
    const more = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'
    const digest = 'http://www.w3.org/2001/04/xmlenc#sha512'
    expect(await read(answered({ algorithm: more, digest }))).toMatchObject({ subject: 'p1' })
    const pss = 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1'
    expect(await read(answered({ algorithm: pss }))).toMatchObject({ subject: 'p1' })
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#'
    for (const answer of [
      { algorithm: `${sha1}rsa-sha1` },
      { digest: `${sha1}sha1` },
      { transform: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
      { algorithm: `${sha1}rsa-sha1`, signed: (xml: string) => xml.replace('#rsa-sha1', '#rsa-sh&#97;1') },
      {
        algorithm: `${sha1}rsa-sha1`,
        signed: (xml: string) => xml.replace(/Algorithm="([^"]*rsa-sha1)"/, "Algorithm\n=\t'$1'"),
      },
    ])
      expect(await refusal(answered(answer))).toMatch(/^setup: the algorithm http.* is not accepted: set/)
  })

  const changed: readonly (readonly [string, Answer, RegExp])[] = [
    ['without a signature', { signs: 'nothing' }, /is not signed/],
    ['of which the response alone is signed', { signs: 'response' }, /is not signed/],
    ['signed by another key', { key: signingKey() }, /signature of the assertion does not hold/],
    ['changed after it was signed', { signed: (xml) => xml.replace('>p1<', '>p2<') }, /does not hold/],
    ['to another request', { inResponseTo: '_other' }, /no request of this browser/],
    [
      'to no request',
      { signed: (xml) => xml.replace(/ InResponseTo="[^"]*"(?=>)/, '') },
      /no request of this browser/,
    ],
    ['whose subject answers another request', { subjectInResponseTo: '_other' }, /InResponseTo/],
    [
      'whose subject answers no request',
      { unsigned: (xml) => xml.replace(/ InResponseTo="[^"]*"/, '') },
      /InResponseTo/,
    ],
    ['for another address', { destination: 'https://other.example/acs' }, /Destination/],
    ['for another recipient', { recipient: 'https://other.example/acs' }, /Recipient/],
    ['for a holder of a key', { method: 'holder-of-key' }, /not confirmed/],
    ['for another service', { audience: 'https://other.example' }, /audience/i],
    [
      'for nobody in particular',
      { unsigned: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
      /audience/i,
    ],
    [
      'without conditions',
      { unsigned: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') },
      /./,
    ],
    ['without an end', { unsigned: (xml) => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, '') }, /./],
    ['of another issuer', { issuer: 'https://other.example' }, /another issuer/],
    ['that is over', { notOnOrAfter: -61, notBefore: -400 }, /is over: compare the clocks/],
    ['that is not valid yet', { notBefore: 61 }, /not valid yet: compare the clocks/],
    [
      'of an hour ago that says that it holds for a day',
      { issued: -3600, notOnOrAfter: 86_400 },
      /older than ten minutes/,
    ],
    ['of tomorrow', { issued: 86_400, notOnOrAfter: 90_000 }, /later than now/],
    [
      'without a sign-in',
      { unsigned: (xml) => xml.replace(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') },
      /no sign-in/,
    ],
    [
      'with a comment in the name',
      { signed: (xml) => xml.replace('>p1<', '>p<!-- -->1<') },
      /a comment, CDATA or a document type/,
    ],
    [
      'with a comment in the name that was signed',
      { unsigned: (xml) => xml.replace('>p1<', '>p1<!-- -->.evil<') },
      /a comment/,
    ],
    ['with CDATA in the name', { unsigned: (xml) => xml.replace('>p1<', '><![CDATA[p1]]><') }, /CDATA/],
    [
      'with a document type',
      { signed: (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml}` },
      /document type/,
    ],
    [
      'with a processing instruction',
      { unsigned: (xml) => xml.replace('>p1<', '>p<?x y?>1<') },
      /processing instruction/,
    ],
    ['that is not well-formed', { signed: (xml) => xml.slice(0, -3) }, /cannot be read/],
    ['in UTF-16', { signed: (xml) => Buffer.from(xml, 'utf16le').toString('latin1') }, /./],
  ]
  for (const [what, answer, reason] of changed)
    it(`${what} is refused`, async () => {
      expect(await refusal(answered(answer))).toMatch(
        new RegExp(`^(invalid|setup): .*${reason.source}`, reason.flags),
      )
    })

  it('with a signed assertion wrapped around a forged one is refused, wherever either of them is', async () => {
    const good = answered()
    const [head, assertion, tail] = parted(good)
    const evil = forged(assertion)
    const signature = signatureIn(assertion)
    const [response, root] = [head + tail, '</samlp:Response>']
    const withIn = (outer: string, inner: string) => outer.replace(/(<saml:Issuer>)/, `${inner}$1`)
    const wrapped: readonly string[] = [
      head + evil + assertion + tail,
      head + assertion + evil + tail,
      head + evil.replace(end, `${assertion}${end}`) + tail,
      head + withIn(evil, assertion) + tail,
      head +
        withIn(
          evil,
          signature.replace('</ds:Signature>', `<ds:Object>${assertion}</ds:Object></ds:Signature>`),
        ) +
        tail,
      head + withIn(evil, signature) + tail,
      response.replace(root, `<samlp:Extensions>${assertion}</samlp:Extensions>${evil}${root}`),
      // A response within another one.
      good
        .replace(/<samlp:Response/, `<samlp:Response`)
        .replace(root, `${good}${root}`)
        .replace('>p1<', '>admin<'),
      // The same ID twice.
      head + evil.replace('_forged', /ID="([^"]*)"/.exec(assertion)?.[1] ?? '') + assertion + tail,
      // Another namespace and case.
      head +
        assertion +
        evil.replaceAll('saml:', 'x:').replace('<x:Assertion', '<x:Assertion xmlns:x="urn:other"') +
        tail,
      // Two roots.
      good + good.replace('>p1<', '>admin<'),
    ]
    for (const xml of wrapped) expect(await refusal(xml)).toMatch(/^invalid: /)
  })

  it('whose signature refers to something else is refused', async () => {
    const [head, assertion, tail] = parted(answered())
    for (const xml of [
      head + assertion.replace(/URI="[^"]*"/, 'URI=""') + tail,
      head + assertion.replace(/URI="[^"]*"/, 'URI="#_r1"') + tail,
      head + assertion.replace(/(<ds:Reference .*<\/ds:Reference>)/s, '$1$1') + tail,
      head +
        assertion.replace(/<ds:DigestValue>/, '<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>') +
        tail,
      head + assertion.replace(/<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>') + tail,
    ])
      expect(await refusal(xml)).toMatch(/^invalid: /)
  })

  it('that is encrypted is refused with what to do', async () => {
    const [head, , tail] = parted(answered())
    const encrypted = `${head}<saml:EncryptedAssertion><x/></saml:EncryptedAssertion>${tail}`
    expect(await refusal(encrypted)).toMatch(/^setup: the assertion is encrypted, .*: switch encryption off/)
  })

  it('is no longer than 256 KiB, and has no more than 2,000 elements', async () => {
    const long = { attributes: { groups: Array.from({ length: 900 }, (_, at) => `group-${at}`) } }
    expect(await read(answered(long))).toMatchObject({ subject: 'p1' })
    const many = { attributes: { groups: Array.from({ length: 2001 }, () => '') } }
    expect(await refusal(answered(many))).toMatch(/more than/)
    expect(await refusal(answered({ attributes: { x: 'x'.repeat(200_000) } }))).toMatch(/longer than/)
    const deep = answered({
      signed: (xml) => xml.replace('<saml:Assertion', `${'<a>'.repeat(1500)}<saml:Assertion`),
    })
    expect(await refusal(deep)).toMatch(/^invalid: /)
    expect(await refusal('')).toMatch(/not base64/)
  })

  it('of a status without success is a refusal of the organisation, or a fault of the set-up', async () => {
    expect(await refusal(answered({ status: 'AuthnFailed' }))).toBe('refused: status AuthnFailed')
    expect(await refusal(answered({ status: 'Responder' }))).toBe('setup: status Responder')
  })

  it('names a person by the NameID that stays, or by the attribute that is set', async () => {
    expect(await refusal(answered({ format: TRANSIENT }))).toMatch(
      /^setup: the NameID is transient, .* set FASTI_SAML_SUBJECT to an attribute/,
    )
    expect(
      await refusal(answered({ unsigned: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '') })),
    ).toMatch(/^setup: no NameID came: set FASTI_SAML_SUBJECT/)
    const attributes = { 'urn:oid:1.3.6.1.4.1.5923.1.1.1.13': 'abc@example.org', groups: ['a', 'b'] }
    const subject = 'eduPersonUniqueId'
    expect(await read(answered({ format: TRANSIENT, attributes }), { subject })).toMatchObject({
      subject: 'abc@example.org',
    })
    for (const wrong of ['uid', 'groups'])
      expect(await refusal(answered({ attributes }), { subject: wrong })).toMatch(
        new RegExp(
          `^setup: the attribute ${wrong} of FASTI_SAML_SUBJECT did not come with one value; these came: urn:oid`,
        ),
      )
  })

  it('is read from metadata of one identity provider, with long keys and safe addresses, that hold', () => {
    const provider = identityProviderIn(metadata, true)
    expect(provider).toMatchObject({ entityId: idp.entityId, signInUrl: `${idp.url}/sso?at=town` })
    const bare = metadata.replace(idp.keys[0]?.descriptor ?? '', signingKey({ isBare: true }).descriptor)
    expect(identityProviderIn(bare, true).keys).toHaveLength(1)
    const both = `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" validUntil="2027-01-01T00:00:00Z">${metadata.slice(metadata.indexOf('<md:'))}</md:EntitiesDescriptor>`
    expect(identityProviderIn(both, true).validUntil).toBe(Date.parse('2027-01-01T00:00:00Z'))
    const twice = both.replace(/(<md:EntityDescriptor.*<\/md:EntityDescriptor>)/s, '$1$1')
    for (const [xml, isLocal, reason] of [
      [twice, true, /describe 2 identity providers: set FASTI_SAML_METADATA to those of one/],
      [metadata, false, /is not https/],
      [metadata.replaceAll('IDPSSO', 'SPSSO'), true, /no identity provider/],
      [metadata.replaceAll('HTTP-Redirect', 'SOAP'), true, /HTTP-Redirect/],
      [metadata.replace('use="signing"', 'use="encryption"'), true, /no certificate/],
      [
        metadata.replace(idp.keys[0]?.descriptor ?? '', signingKey({ bits: 1024 }).descriptor),
        true,
        /2048 bits/,
      ],
      [`<!DOCTYPE x>${metadata}`, true, /DOCTYPE/],
      ['<html><p>', true, /./],
      ['', true, /./],
    ] as const)
      expect(() => identityProviderIn(xml, isLocal)).toThrow(reason)
  })

  it('of a certificate that came with it, and is not in the metadata, is refused', async () => {
    const stranger = signingKey()
    const certificate = /<ds:X509Data>.*<\/ds:X509Data>/.exec(stranger.descriptor)?.[0] ?? ''
    const xml = signed(answered({ signs: 'nothing', id: '_x' }), '_x', { key: stranger }).replace(
      '</ds:SignatureValue>',
      `</ds:SignatureValue><ds:KeyInfo>${certificate}</ds:KeyInfo>`,
    )
    expect(await refusal(xml)).toMatch(/does not hold/)
  })
})
