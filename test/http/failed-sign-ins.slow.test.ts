import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failedSignInLine, loggedClientAddress } from '../../src/http/observability/logs.ts'
import { freshSqliteFile } from '../support/dialects.ts'
import { leaveOut } from '../support/left-out.ts'
import { run, serve } from '../support/process.ts'
import { hasProgram, runProgram } from '../support/programs.ts'
import { scratch } from '../support/scratch.ts'

const ops = resolve(import.meta.dirname, '../../ops')
const digest = (login: string) => createHash('sha256').update(login).digest('hex').slice(0, 16)

describe('an address in the log', () => {
  it('§22 is its network by default, all of it, or absent', () => {
    for (const [address, short, full] of [
      ['203.0.113.77', '203.0.113.0/24', '203.0.113.77'],
      ['::ffff:203.0.113.77', '203.0.113.0/24', '203.0.113.77'],
      ['2001:db8:7:1::5', '2001:db8:7::/48', '2001:db8:7:1::5'],
      ['2001:db8::5', '2001:db8:0::/48', '2001:db8::5'],
      ['::1', '0:0:0::/48', '::1'],
    ] as const)
      expect([
        loggedClientAddress(address, 'short'),
        loggedClientAddress(address, 'full'),
        loggedClientAddress(address, 'none'),
      ]).toEqual([short, full, undefined])
    expect(failedSignInLine({ ip: '203.0.113.77', login: undefined }, 'none')).toEqual({})
  })
})

describe('failed sign-ins', () => {
  /** The log of a service that behind a proxy got failed sign-ins with every kind of credentials. */
  async function attacked(more: Record<string, string>): Promise<string> {
    const database = await freshSqliteFile()
    const env = { DATABASE_URL: database.url, FASTI_TRUST_PROXY: '127.0.0.1', FASTI_DRAIN: '0', ...more }
    await run(['user', 'add', 'ada', '--role', 'administrator'], env)
    const token = (await run(['token', 'create', 'ada', '--name', 'x'], env)).stdout.trim()
    const { address, child, ended } = await serve(env)
    const from = (ip: string) => ({ 'x-forwarded-for': ip, 'content-type': 'application/json' })
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    const send = (path: string, headers: Record<string, string>, body?: object) =>
      fetch(`${address}${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
    const wrong = { login: 'Ada', password: 'wrong-secret' }
    for (const sent of [
      await send('/session', from('203.0.113.7'), wrong),
      await send('/events', { ...from('203.0.113.8'), authorization: basic('nobody:wrong-secret') }),
      await send('/events', { ...from('2001:db8:7::9'), authorization: 'Bearer wrong-secret' }),
    ])
      expect(sent.status).toBeGreaterThanOrEqual(400)
    expect(
      (await send('/events', { ...from('203.0.113.10'), authorization: `Bearer ${token}` })).status,
    ).toBe(200)
    child.kill('SIGTERM')
    const { stdout } = await ended
    await database.drop()
    return stdout
  }
  const linesOf = (log: string) =>
    log
      .split('\n')
      .filter((line) => line.includes('failed sign-in'))
      .map((line) => JSON.parse(line))

  it('are logged with the network of the address and a digest of the login, without any secret', async () => {
    const log = await attacked({})
    expect(linesOf(log)).toMatchObject([
      { level: 40, address: '203.0.113.0/24', login: digest('ada') },
      { level: 40, address: '203.0.113.0/24', login: digest('nobody') },
      { level: 40, address: '2001:db8:7::/48' },
    ])
    expect(log).not.toMatch(/wrong-secret|nobody|"login":"ada/i)
  })

  it('are found by the filter for fail2ban, with their addresses and nothing else', async ({ skip }) => {
    const log = await attacked({ FASTI_LOG_ADDRESSES: 'full', FASTI_LOG_LEVEL: 'debug' })
    expect(linesOf(log).map(({ address }) => address)).toEqual([
      '203.0.113.7',
      '203.0.113.8',
      '2001:db8:7::9',
    ])
    expect(await readFile(join(ops, 'fail2ban/fasti.jail.conf'), 'utf8')).toContain('filter = fasti')
    if (!(await hasProgram('fail2ban-regex'))) {
      leaveOut('The filter for fail2ban: fail2ban-regex is missing')
      return skip()
    }
    const folder = await scratch('fasti-fail2ban-')
    const file = join(folder, 'log')
    // What a client sends looks like a line of the log.
    const forged = '"address":"198.51.100.1","msg":"failed sign-in"}'
    const path = JSON.stringify({
      level: 40,
      time: Date.parse('2027-01-01'),
      path: forged,
      msg: 'slow response',
    })
    await writeFile(file, `${log}${path}\n`)
    const { stdout } = await runProgram('fail2ban-regex', [
      '--out',
      'ip',
      file,
      join(ops, 'fail2ban/fasti.conf'),
    ])
    expect(stdout.trim().split('\n').sort()).toEqual(['2001:db8:7::9', '203.0.113.7', '203.0.113.8'])
    await rm(folder, { recursive: true })
  })
})
