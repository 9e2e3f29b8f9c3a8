import crypto from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join, resolve } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { Node } from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { hashPassword } from '../support/inside/people.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'
import { signedIn } from '../support/sessions.ts'
import { ts } from '../support/typescript.ts'

const src = resolve(import.meta.dirname, '../../src')
const isSecret = /token|secret|hash|password|csrf|digest/i
/** Rooms whose digests are those of public responses. */
const isOfResponses = (file: string) => file.startsWith('http/cache/')
const equalities = [
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
]
/** A comparison with a literal reveals nothing about a secret. */
const isWritten = (node: Node) =>
  ts.isLiteralExpression(node) || /^(?:undefined|null|true|false)$/.test(node.getText())

/** Comparisons with `===` of variables that are named like a secret. */
function comparisonsIn(file: string): readonly string[] {
  const text = readFileSync(join(src, file), 'utf8')
  // Parsing every file takes a second: most compare nothing, or have no secrets.
  if (!/[=!]=/.test(text) || !isSecret.test(text)) return []
  const found: string[] = []
  const visit = (node: Node): void => {
    if (ts.isBinaryExpression(node) && equalities.includes(node.operatorToken.kind)) {
      const sides = [node.left, node.right]
      const last = sides.map((side) => (ts.isPropertyAccessExpression(side) ? side.name : side).getText())
      if (!sides.some(isWritten) && last.some((name) => isSecret.test(name)))
        found.push(`${file}: ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  return found
}

describe('secrets in the source', () => {
  it('§4.7 §5 are never compared with ===', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !isOfResponses(file),
    )
    expect(files.flatMap(comparisonsIn)).toEqual([])
  })
})

for (const { name } of anyDialects()) {
  describe(`comparing secrets on ${name}`, () => {
    let service: TestService
    let ada: Record<string, string>
    const { timingSafeEqual, createHash } = crypto
    /** The lengths of constant-time comparisons, in bytes. */
    const compared: number[] = []
    let digests = 0

    beforeAll(async () => {
      service = await testService(name)
      ada = (await service.user('editor', 'ada')).headers
      await service.user('editor', 'bob')
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      await service.store.accounts.setPassword('ada', await hashPassword('correct horse'), moment)
      await service.post('/events', anEvent(), ada)
      await service.patch('/events/1', { password: 'sesame' }, ada)
      crypto.timingSafeEqual = (a, b) => {
        expect(a.byteLength).toBe(b.byteLength)
        compared.push(a.byteLength)
        return timingSafeEqual(a, b)
      }
      crypto.createHash = (algorithm, options) => {
        if (algorithm === 'sha256') digests += 1
        return createHash(algorithm, options)
      }
      syncBuiltinESMExports()
    })
    afterAll(async () => {
      Object.assign(crypto, { timingSafeEqual, createHash })
      syncBuiltinESMExports()
      await service.close()
    })

    async function workOf(ask: () => Promise<{ readonly status: number }>) {
      compared.length = 0
      digests = 0
      const { status } = await ask()
      return { status, compared: [...compared], digests }
    }

    it('§4.7 an event’s password is compared in constant time, as a digest of 32 bytes', async () => {
      for (const [sent, status] of [
        ['sesame', 200],
        ['sesamE', 401],
        ['', 401],
        ['x'.repeat(200), 401],
      ] as const)
        expect(await workOf(() => service.get('/events/1', { 'x-event-password': sent })), sent).toEqual({
          status,
          compared: [32],
          digests: 0,
        })
    })

    it('§5 signing in makes the same comparison whether or not the user and the password exist', async () => {
      for (const [login, password, status] of [
        ['ada', 'wrong', 401],
        ['bob', 'wrong', 401],
        ['nobody', 'wrong', 401],
        ['ada', 'correct horse', 201],
      ] as const) {
        const work = await workOf(() => service.post('/session', { login, password }))
        expect([work.status, work.compared], login).toEqual([status, [32]])
      }
    })

    it('§5 a token is looked up by its digest, without any other comparison', async () => {
      const token = String(ada.authorization).slice('Bearer '.length)
      const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })
      // The log of a failed attempt has the digest of the login that was named.
      for (const [headers, status, digests] of [
        [ada, 200, 1],
        [{ authorization: `Bearer ${token.slice(0, -1)}` }, 401, 1],
        [{ authorization: 'Bearer x' }, 401, 1],
        [basic(`ada:${token}`), 200, 1],
        [basic(`bob:${token}`), 401, 2],
        [basic('nobody:x'), 401, 2],
      ] as const)
        expect(await workOf(() => service.get('/events?status=draft', headers))).toEqual({
          status,
          compared: [],
          digests,
        })
    })

    it('§5 a session cookie is looked up by its digest, and the CSRF token is compared in constant time', async () => {
      const { cookie, csrf } = await signedIn(service, 'ada', 'correct horse')
      const write = (headers: Record<string, string>) =>
        workOf(() => service.patch('/events/1', { title: 'A' }, { ...cookie, ...headers }))
      const right = String(csrf['x-csrf-token'])
      const wrong = `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`
      expect(await write(csrf)).toMatchObject({ status: 200, compared: [43] })
      expect(await write({ 'x-csrf-token': wrong })).toEqual({ status: 403, compared: [43], digests: 1 })
      expect(await write({ 'x-csrf-token': 'short' })).toEqual({ status: 403, compared: [], digests: 1 })
      const unknown = { cookie: `${String(cookie.cookie).slice(0, -2)}xx` }
      expect(await workOf(() => service.get('/events', unknown))).toEqual({
        status: 401,
        compared: [],
        digests: 1,
      })
    })
  })
}
