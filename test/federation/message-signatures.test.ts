import { createHash, createSign } from 'node:crypto'
import { RFC9421SignatureBaseFactory } from '@misskey-dev/node-http-message-signatures'
import { describe, expect, it } from 'vitest'
import { isSignatureFault, isVerifiedBy, signatureClaimOf } from '../../src/federation/signatures.ts'
import { newRemoteKeys } from '../support/remote-server.ts'

const keys = newRemoteKeys()
const site = new URL('https://cal.example.org')
const NOW = 1_800_000_000
const body = Buffer.from('{"type":"Follow"}')
const digest = (bytes: Buffer) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`

/** Returns a request that another implementation has made the base of. */
function signed(components: string, parameters = `created=${NOW};keyid="https://a.example/u#main-key"`) {
  const headers: Record<string, string> = {
    host: 'cal.example.org',
    'content-digest': digest(body),
    'signature-input': `sig1=(${components});${parameters}`,
  }
  const request = { method: 'POST', url: '/ap/inbox', headers }
  const base = new RFC9421SignatureBaseFactory(request, 'https').generate('sig1')
  const signature = createSign('sha256').update(base).sign(keys.privateKey, 'base64')
  return {
    method: 'POST',
    target: '/ap/inbox',
    body,
    headers: { ...headers, signature: `sig1=:${signature}:` },
  }
}

type Request = Omit<ReturnType<typeof signed>, 'headers'> & { readonly headers: Record<string, string> }

const holds = (request: Request, now = NOW) => {
  const claim = signatureClaimOf(request, site, now)
  return !isSignatureFault(claim) && isVerifiedBy(keys.publicKey, claim)
}

describe('message signatures', () => {
  it('§19 are verified as another implementation of RFC 9421 makes their bases', () => {
    expect(holds(signed('"@method" "@target-uri" "content-digest"'))).toBe(true)
    expect(holds(signed('"@method" "@authority" "@path" "content-digest"'))).toBe(true)
    const named = `created=${NOW};keyid="https://a.example/u#main-key";alg="rsa-v1_5-sha256";expires=${NOW + 9}`
    expect(holds(signed('"@method" "@target-uri" "content-digest"', named))).toBe(true)
  })

  it('§19 hold with the port that https has anyway, and with no other', () => {
    const whole = signed('"@method" "@target-uri" "content-digest"')
    const at = (host: string) => holds({ ...whole, headers: { ...whole.headers, host } })
    const hosts = [
      'cal.example.org:443',
      'cal.example.org:80',
      'cal.example.org:4430',
      'cal.example.org:443:443',
    ]
    expect(hosts.map(at)).toEqual([true, false, false, false])
  })

  it('§19 are refused where they cover too little, are old, or are of something else', () => {
    const whole = '"@method" "@target-uri" "content-digest"'
    for (const less of [
      '"@method" "@target-uri"',
      '"@target-uri" "content-digest"',
      '"@method" "@authority" "content-digest"',
    ])
      expect(holds(signed(less))).toBe(false)
    for (const parameters of [
      'keyid="https://a.example/u"',
      `created=${NOW}`,
      `created=${NOW};keyid="https://a.example/u";alg="hmac-sha256"`,
    ])
      expect(holds(signed(whole, parameters))).toBe(false)
    const right: Request = signed(whole)
    for (const now of [NOW - 3601, NOW + 3601]) expect(holds(right, now)).toBe(false)
    const other = Buffer.from('{"type":"Delete"}')
    const changed = { ...right.headers, 'content-digest': digest(other) }
    const wrong: Request[] = [
      { ...right, method: 'PUT' },
      { ...right, target: '/ap/calendar/inbox' },
      { ...right, body: other },
      { ...right, body: other, headers: changed },
      { ...right, headers: { ...right.headers, host: 'other.example.org' } },
      { ...right, headers: { ...right.headers, signature: 'sig2=:AAAA:' } },
    ]
    for (const request of wrong) expect(holds(request)).toBe(false)
  })
})
