import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { command } from '../support/command.ts'
import { anyDialects, type FreshDatabase, freshSqliteFile } from '../support/dialects.ts'
import { run, type Serving, serve } from '../support/process.ts'

const PASSWORD = 'correct-horse-battery'
const EVENT_PASSWORD = 'open-sesame-4711'
const WRONG_TOKEN = 'wrong-token-0815'
const WRONG_PASSWORD = 'wrong-sesame-0815'

for (const dialect of anyDialects()) {
  describe(`secrets on ${dialect.name}`, () => {
    let database: FreshDatabase
    let service: Serving
    let token: string
    /** All output that users other than the owner of a secret can see. */
    const seen: string[] = []
    let env: Record<string, string>

    const fasti = async (args: string, input?: string) => {
      const words = args.split(' ')
      const { stdout, stderr } = await (input === undefined ? command(words, env) : run(words, env, input))
      seen.push(stdout, stderr)
      return stdout
    }
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${service.address}${path}`, init)
      const body = await response.text()
      seen.push(JSON.stringify([response.status, response.url.split('?')[0], [...response.headers]]), body)
      return { status: response.status, body: JSON.parse(body || '{}') }
    }
    const bearer = (held: string) => ({ authorization: `Bearer ${held}`, 'content-type': 'application/json' })
    const basic = (login: string, held: string) => ({
      authorization: `Basic ${Buffer.from(`${login}:${held}`).toString('base64')}`,
    })

    beforeAll(async () => {
      database = dialect.name === 'sqlite' ? await freshSqliteFile() : await dialect.freshUrl()
      env = { DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'trace' }
      await fasti('user add ada --role administrator --password-stdin', `${PASSWORD}\n`)
      token = (await command(['token', 'create', 'ada', '--name', 'laptop'], env)).stdout.trim()
      service = await serve(env)
    })
    afterAll(async () => {
      service.child.kill('SIGKILL')
      await service.ended
      await database.drop()
    })

    it('§4.7 work in every place that accepts them', async () => {
      const event = { title: 'Closed', start_date: '2027-05-04', end_date: '2027-05-05' }
      const sent = {
        method: 'POST',
        headers: { ...bearer(token), 'idempotency-key': 'k' },
        body: JSON.stringify(event),
      }
      const { body } = await ask('/events', sent)
      await ask('/events', sent)
      const path = `/events/${body.id}`
      const change = { method: 'PATCH', headers: bearer(token) }
      expect(
        (await ask(path, { ...change, body: JSON.stringify({ password: EVENT_PASSWORD }) })).status,
      ).toBe(200)
      expect(
        (await ask(path, { ...change, body: JSON.stringify({ password: 'x'.repeat(256) }) })).status,
      ).toBe(400)
      const bad = { password: EVENT_PASSWORD, title: '', start_date: 'never' }
      expect((await ask(path, { ...change, body: JSON.stringify(bad) })).status).toBe(400)
      expect((await ask(path, { ...change, body: `{"password":"${EVENT_PASSWORD}",` })).status).toBe(400)
      for (const password of [EVENT_PASSWORD, WRONG_PASSWORD]) {
        const status = password === EVENT_PASSWORD ? 200 : 401
        expect((await ask(`${path}?password=${password}`)).status).toBe(status)
        expect((await ask(path, { headers: { 'x-event-password': password } })).status).toBe(status)
        await ask(`/events?password=${password}&page=1&per_page=1&_envelope=1&include=${body.id}`)
        await ask(`/events?include=${body.id}`, { headers: { 'x-event-password': password } })
        await ask(`/events/by-slug/closed?password=${password}`)
        await ask(`${path}?password=${password}&password=x`)
        await ask(`/nothing?password=${password}`)
        await ask(`${path}?password=${password}`, { method: 'DELETE' })
      }
      for (const headers of [bearer(token), basic('ada', token)])
        expect((await ask(`${path}?_envelope=1`, { headers })).status).toBe(200)
      for (const headers of [
        bearer(WRONG_TOKEN),
        basic('ada', WRONG_TOKEN),
        basic('ada', PASSWORD),
        basic(token, 'ada'),
        { authorization: token },
      ])
        expect((await ask('/events', { headers })).status).toBe(401)
      await ask(`/?password=${EVENT_PASSWORD}`, { method: 'OPTIONS', headers: bearer(token) })
      await ask('/doc')
    })

    it('§4.7 appear in no response, address, log, audit, list or export', async () => {
      for (const args of ['audit', 'audit --json', 'user list --json', 'token list --json', 'export -'])
        expect(await fasti(args), args).not.toBe('')
      service.child.kill('SIGTERM')
      const { stdout, stderr } = await service.ended
      seen.push(stdout, stderr)
      const text = seen.join('\n')
      expect(text).toContain('ada')
      for (const secret of [PASSWORD, EVENT_PASSWORD, WRONG_TOKEN, WRONG_PASSWORD, token])
        for (const form of [
          secret,
          Buffer.from(secret).toString('base64').replace(/=+$/, ''),
          encodeURIComponent(secret),
        ])
          expect(text.includes(form), `${secret.slice(0, 6)}…`).toBe(false)
      expect(text.match(/scrypt:/g)).toHaveLength(1)
      expect(text).toMatch(/"password_hash":"scrypt:/)
    })

    if (dialect.name === 'sqlite')
      it('§4.7 are stored as digests only: the database files do not contain them', async () => {
        const folder = dirname(database.url.slice('sqlite:'.length))
        const files = await readdir(folder)
        expect(files.length).toBeGreaterThan(0)
        const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(join(folder, file)))))
        expect(bytes.includes('Closed')).toBe(true)
        for (const secret of [PASSWORD, EVENT_PASSWORD, WRONG_TOKEN, WRONG_PASSWORD, token])
          expect(bytes.includes(secret), `${secret.slice(0, 6)}…`).toBe(false)
      })
  })
}
