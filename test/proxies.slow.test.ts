import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freshSqliteFile } from './support/dialects.ts'
import { freePort } from './support/free-port.ts'
import { leaveOut } from './support/left-out.ts'
import { run, type Serving, serve } from './support/process.ts'
import { hasProgram, startProgram } from './support/programs.ts'
import { scratch } from './support/scratch.ts'

const ops = resolve(import.meta.dirname, '../ops/proxies')

interface Proxy {
  readonly file: string
  readonly program: string
  readonly version: readonly string[]
  args(file: string, folder: string): readonly string[]
  /** The address that the log has of a client of this machine that sends X-Forwarded-For: 203.0.113.9. Caddy replaces it. */
  readonly seen: string
  /** Without TLS, on a free port, with the instance of the test. */
  changed(text: string, port: number, instance: string, folder: string): string
}

const instances = (text: string, instance: string) =>
  text.replaceAll('127.0.0.1:3000', `127.0.0.1:${instance}`).replace(/^.*server .*127\.0\.0\.1:3001.*\n/m, '')

const proxies: readonly Proxy[] = [
  {
    file: 'nginx.conf',
    program: 'nginx',
    seen: '203.0.113.9',
    version: ['-v'],
    args: (file) => ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
    changed: (text, port, instance, folder) =>
      `user root;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n${instances(
        text,
        instance,
      )
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/^.*ssl_certificate.*\n/gm, '')}}\n`,
  },
  {
    file: 'haproxy.cfg',
    program: 'haproxy',
    seen: '203.0.113.9',
    version: ['-v'],
    args: (file) => ['-db', '-f', file],
    changed: (text, port, instance) =>
      instances(text, instance).replace(/bind :443 .*/, `bind 127.0.0.1:${port}`),
  },
  {
    file: 'Caddyfile',
    program: 'caddy',
    seen: '127.0.0.1',
    version: ['version'],
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    changed: (text, port, instance) =>
      `{\n\tadmin off\n}\n${instances(text, instance)
        .replace(' 127.0.0.1:3001', '')
        .replace('calendar.example {', `http://127.0.0.1:${port} {`)}`,
  },
]

describe.each(proxies)('behind $program as $file says', ({ file, program, version, args, changed, seen }) => {
  let folder: string
  let service: Serving
  let token: string
  beforeAll(async () => {
    folder = await scratch('fasti-proxy-')
    const { url } = await freshSqliteFile()
    const env = { DATABASE_URL: url, FASTI_DATA_DIR: folder, FASTI_TRUST_PROXY: '127.0.0.1' }
    await run(['user', 'add', 'ada', '--role', 'administrator'], env)
    token = (await run(['token', 'create', 'ada', '--name', 'x'], env)).stdout.trim()
    service = await serve({ ...env, FASTI_DRAIN: '1', FASTI_LOG_ADDRESSES: 'full' })
  })
  afterAll(async () => {
    service.child.kill('SIGTERM')
    await service.ended
    await rm(folder, { recursive: true })
  })

  it('requests, long bodies and streams pass, and the log has the address of the client', async ({
    skip,
  }) => {
    if (!(await hasProgram(program, version))) {
      leaveOut(`A proxy in front: ${program} is missing`)
      return skip()
    }
    const [port, config] = [await freePort(), join(folder, file)]
    const text = await readFile(join(ops, file), 'utf8')
    await writeFile(config, changed(text, port, new URL(service.address).port, folder))
    const proxy = startProgram(program, args(config, folder), { env: { ...process.env, HOME: folder } })
    proxy.stdout.resume()
    proxy.stderr.resume()
    try {
      const base = `http://127.0.0.1:${port}`
      await vi.waitFor(async () => expect((await fetch(`${base}/readyz`)).status).toBe(200), 20_000)
      const path = `${base}/cal/events/v1`
      const headers = { authorization: `Bearer ${token}` }
      const lines = `${JSON.stringify({ title: 'A', start_date: '2027-05-04', end_date: '2027-05-04', description: 'x'.repeat(4000) })}\n`
      const type = { 'content-type': 'application/x-ndjson' }
      const body = lines + ' \n'.repeat(2_000_000)
      const sent = await fetch(`${path}/import`, { method: 'POST', headers: { ...headers, ...type }, body })
      expect(sent.status).toBe(200)
      const stream = await fetch(`${path}/changes/stream?since=0`, { headers })
      expect(new TextDecoder().decode((await stream.body?.getReader().read())?.value)).not.toBe('')
      await fetch(`${path}/events`, {
        headers: { authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.9' },
      })
      await vi.waitFor(() => expect(service.output()).toMatch(/"address":"[^"]+".*failed sign-in/))
      expect(service.output()).toContain(`"address":"${seen}"`)
    } finally {
      proxy.kill('SIGTERM')
    }
  })
})
