/** The trial of one proxy in front of two instances. Throws where something does not pass. */
import { strict as assert } from 'node:assert'
import { freePort } from '../../test/support/free-port.ts'
import { run, type Serving, serve } from '../../test/support/process.ts'
import { within } from '../../test/support/within.ts'
import { type ProxyProgram, startProxy } from './programs.ts'
import { keptWriters } from './writers.ts'

/** Seconds. */
const PATIENCE = 60
const WRITERS = 12
const API = '/cal/events/v1'
/** Bytes of an import that passes, and of one that is refused: Fasti reads 50 MiB. */
const [LONG, TOO_LONG] = [49 * 1024 * 1024, 53 * 1024 * 1024]

/** The measurements behind a proxy. */
export interface Figures {
  /** MiB of the import that passed, and the status of the one that is too long. */
  readonly imported: number
  readonly refused: number
  /** Milliseconds from a write until its message on a stream of changes. */
  readonly streamed: number
  /** Writes that were acknowledged while an instance drained and ended. */
  readonly acknowledged: number
}

/** The place of a trial: a PostgreSQL database of its own, and a folder. */
export interface Place {
  readonly databaseUrl: string
  readonly folder: string
}

/** Repeats `look` until it no longer throws. */
async function until<T>(look: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE * 1000
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await new Promise((resume) => setTimeout(resume, 50))
  }
}

/** Lines of JSON with one event and spaces, as long as `length` bytes. */
function lines(length: number): string {
  const event = JSON.stringify({ title: 'A', start_date: '2027-05-04', end_date: '2027-05-04' })
  const line = `${' '.repeat(99_999)}\n`
  return `${event}\n${line.repeat(length / line.length)}`
}

async function importing(url: string, authorization: string, length: number): Promise<number> {
  const headers = { authorization, 'content-type': 'application/x-ndjson' }
  const response = await fetch(`${url}/import`, { method: 'POST', headers, body: lines(length) })
  await response.text()
  return response.status
}

async function addTag(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const body = JSON.stringify({ name: 'On the stream' })
  const type = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/tags`, { method: 'POST', headers: { ...headers, ...type }, body })
  await response.text()
  return response.status
}

/** Returns the milliseconds from a write until its message on a stream, which has the earlier changes first. */
async function streaming(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const signal = AbortSignal.timeout(PATIENCE * 1000)
  const response = await fetch(`${url}/changes/stream?since=0`, { headers, signal })
  assert.equal(response.status, 200)
  let since = 0
  let sent = Promise.resolve(0)
  for await (const piece of response.body ?? []) {
    const text = new TextDecoder().decode(piece)
    if (since > 0 && text.includes('tag')) break
    if (since > 0 || !text.includes('data:')) continue
    since = performance.now()
    sent = addTag(url, headers)
  }
  const milliseconds = performance.now() - since
  assert.equal(await sent, 201)
  return milliseconds
}

/** Ends an instance behind the proxy, while writers go on. Returns how many writes were acknowledged. Throws if any failed. */
async function draining(ending: Serving, port: number, authorization: string): Promise<number> {
  const end = keptWriters({ port, path: `${API}/tags`, authorization }, WRITERS)
  await new Promise((resume) => setTimeout(resume, 1000))
  ending.child.kill('SIGTERM')
  const { code } = await within(PATIENCE, 'the instance to end', ending.ended)
  await new Promise((resume) => setTimeout(resume, 1000))
  const { acknowledged, failures } = await end()
  assert.deepEqual([code, failures], [0, []])
  return acknowledged
}

/** Runs a proxy while `use` runs, which gets the address of the proxy. */
async function behind<T>(
  proxy: ProxyProgram,
  instances: readonly [number, number],
  { folder, path }: { readonly folder: string; readonly path: string },
  use: (url: string, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort()
  const program = await startProxy(proxy, { port, instances, path, folder })
  const ended = new Promise((resume) => program.once('close', resume))
  try {
    const url = `http://127.0.0.1:${port}${path.slice(0, -1)}`
    await until(async () => assert.equal((await fetch(`${url}${API}/tags`)).status, 200))
    return await use(url, port)
  } finally {
    program.kill('SIGTERM')
    await ended
  }
}

const portOf = ({ address }: Serving) => Number(new URL(address).port)

/** Below a path, what is read has addresses below it, and nothing else is forwarded. */
async function belowPath(
  proxy: ProxyProgram,
  env: Readonly<Record<string, string>>,
  folder: string,
): Promise<void> {
  const one = await serve({ ...env, FASTI_BASE_URL: 'https://calendar.example/calendar' })
  const port = await portListening(one)
  try {
    await behind(proxy, [port, port], { folder, path: '/calendar/' }, async (url) => {
      const events = await (await fetch(`${url}${API}/events?start_date=2027-01-01&_fields=rest_url`)).text()
      assert.match(events, /"https:\/\/calendar\.example\/calendar\/cal\/events\//)
      assert.equal((await fetch(`${url}/calendar/agenda/`)).status, 200)
      // Caddy answers an empty 200 to what it does not forward.
      assert.doesNotMatch(await (await fetch(`${new URL(url).origin}${API}/tags`)).text(), /"tags":/)
    })
  } finally {
    one.child.kill('SIGKILL')
    await one.ended
  }
}

/** Returns the port of an instance, which its message at the start names: its addresses are those of the proxy. */
const portListening = ({ output }: Serving): Promise<number> =>
  until(async () => Number(/Fasti is ready at [^"]*:(\d+)/.exec(output())?.[1]))

/** Tries a proxy in front of two instances: long bodies, a stream, the address of the client, the end of an instance, a path. */
export async function tryProxy(proxy: ProxyProgram, { databaseUrl, folder }: Place): Promise<Figures> {
  const env = {
    ...{ DATABASE_URL: databaseUrl, FASTI_DATA_DIR: folder },
    ...{ FASTI_TRUST_PROXY: '127.0.0.1', FASTI_LOG_ADDRESSES: 'full' },
  }
  await run(['user', 'add', 'ada', '--role', 'administrator'], env)
  const token = (await run(['token', 'create', 'ada', '--name', 'x'], env)).stdout.trim()
  const headers = { authorization: `Bearer ${token}` }
  const [one, two] = [await serve(env), await serve(env)]
  try {
    const ports = [portOf(one), portOf(two)] as const
    const figures = await behind(proxy, ports, { folder, path: '/' }, async (url, port) => {
      const api = `${url}${API}`
      assert.equal(await importing(api, headers.authorization, LONG), 200)
      const refused = await importing(api, headers.authorization, TOO_LONG).catch(() => 0)
      assert.ok([0, 413].includes(refused), `${refused}`)
      const streamed = await streaming(api, headers)
      await fetch(`${api}/tags`, {
        headers: { authorization: 'Bearer wrong', 'x-forwarded-for': '203.0.113.9' },
      })
      await until(async () =>
        assert.match(
          one.output() + two.output(),
          new RegExp(`"address":"${proxy.seen}"[^\\n]*failed sign-in`),
        ),
      )
      const acknowledged = await draining(one, port, headers.authorization)
      return { imported: LONG / 1024 / 1024, refused, streamed, acknowledged }
    })
    await belowPath(proxy, env, folder)
    return figures
  } finally {
    for (const { child, ended } of [one, two]) {
      child.kill('SIGKILL')
      await ended
    }
  }
}
