/** The trial of one proxy in front of two instances. Throws where something does not pass. */
import { strict as assert } from 'node:assert'
import { readFile, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../../test/support/free-port.ts'
import { run, type Serving, serve } from '../../test/support/process.ts'
import { hasProgram, type Program, startProgram } from '../../test/support/programs.ts'
import { within } from '../../test/support/within.ts'

// The proxies that have a configuration in `ops/proxies`, and how each is run without TLS on this machine.

const ops = resolve(import.meta.dirname, '../../ops/proxies')

/** Where a proxy listens, and what it forwards to. */
interface Route {
  readonly port: number
  /** The ports of the two instances. */
  readonly instances: readonly [number, number]
  /** The path that is forwarded: "/", or such as "/calendar/". */
  readonly path: string
  /** A folder for the files of the proxy. */
  readonly folder: string
}

/** A proxy and its configuration. */
interface ProxyProgram {
  readonly program: string
  /** The files in `ops/proxies`; the program is given the first. */
  readonly files: readonly string[]
  readonly version: readonly string[]
  args(file: string): readonly string[]
  /** The address that the log has of a client of this machine that sends X-Forwarded-For: 203.0.113.9. Some replace it. */
  readonly seen: string
  /** Returns a file without TLS, on other ports and another path. */
  changed(text: string, route: Route): string
}

export const proxies: readonly ProxyProgram[] = [
  {
    program: 'nginx',
    files: ['nginx.conf'],
    seen: '203.0.113.9',
    version: ['-v'],
    args: (file) => ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
    changed: (text, { port, path, folder }) => {
      const own = `user root;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n`
      const server = text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/^.*ssl_certificate.*\n/gm, '')
        .replace('location / {', `location ${path} {`)
      return `${own}${server}}\n`
    },
  },
  {
    program: 'haproxy',
    files: ['haproxy.cfg'],
    seen: '203.0.113.9',
    version: ['-v'],
    args: (file) => ['-db', '-f', file],
    changed: (text, { port, path }) =>
      text
        .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
        .replace('default_backend fasti', `use_backend fasti if { path_beg ${path} }`),
  },
  {
    program: 'caddy',
    files: ['Caddyfile'],
    seen: '127.0.0.1',
    version: ['version'],
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    changed: (text, { port, path }) =>
      `{\n\tadmin off\n}\n${text
        .replace('calendar.example {', `http://127.0.0.1:${port} {`)
        .replace(/^\treverse_proxy /m, `\treverse_proxy ${path}* `)}`,
  },
  {
    program: 'traefik',
    files: ['traefik.yaml', 'traefik-fasti.yaml'],
    seen: '127.0.0.1',
    version: ['version'],
    args: (file) => [`--configFile=${file}`],
    changed: (text, { port, path, folder }) =>
      text
        .replace('":443"', `"127.0.0.1:${port}"`)
        .replace('/etc/traefik/', `${folder}/`)
        .replace(/^ {6}tls: .*\n/m, '')
        .replace('rule: Host(`calendar.example`)', `rule: PathPrefix(\`${path.replace(/(.)\/$/, '$1')}\`)`),
  },
]

/** Whether this machine has the program of a proxy. */
export const hasProxy = ({ program, version }: ProxyProgram): Promise<boolean> => hasProgram(program, version)

/** Returns the texts of the configuration of a proxy, changed for `route`. */
export function changedFiles({ files, changed }: ProxyProgram, route: Route): Promise<readonly string[]> {
  const [one, two] = route.instances
  return Promise.all(
    files.map(async (file) =>
      changed(await readFile(join(ops, file), 'utf8'), route)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${one}`)
        .replaceAll('127.0.0.1:3001', `127.0.0.1:${two}`),
    ),
  )
}

/** Starts a proxy with its configuration, changed for `route`. */
async function startProxy(proxy: ProxyProgram, route: Route): Promise<Program> {
  const texts = await changedFiles(proxy, route)
  const paths = proxy.files.map((file) => join(route.folder, file))
  for (const [at, text] of texts.entries()) await writeFile(paths[at] ?? '', text)
  const program = startProgram(proxy.program, proxy.args(paths[0] ?? ''), {
    env: { ...process.env, HOME: route.folder },
  })
  program.stdin.end()
  program.stdout.resume()
  program.stderr.resume()
  return program
}

// Writers that keep their connections to a proxy open, while an instance behind it ends.

/** The outcome of the writes: how many were acknowledged, and what else was answered or met. */
interface Written {
  readonly acknowledged: number
  readonly failures: readonly string[]
}

interface Target {
  readonly port: number
  readonly path: string
  readonly authorization: string
}

/** Sends a tag. Returns the status, or the code of the error of the connection. */
function send({ port, path, authorization }: Target, agent: Agent, name: string): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  return new Promise((resume) => {
    request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, async (response) => {
      await text(response)
      resume(String(response.statusCode))
    })
      .on('error', (error) => resume('code' in error ? String(error.code) : error.message))
      .end(JSON.stringify({ name }))
  })
}

/** Starts writers with one kept connection each. Returns the function that ends them, and tells what became of their writes. */
function keptWriters(target: Target, count: number): () => Promise<Written> {
  let isOver = false
  const answers: string[] = []
  const writers = Array.from({ length: count }, async (_, writer) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = 0; !isOver; at++) answers.push(await send(target, agent, `Tag ${writer} ${at}`))
    agent.destroy()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
    return {
      acknowledged: answers.filter((answer) => answer === '201').length,
      failures: answers.filter((answer) => answer !== '201'),
    }
  }
}

/** Seconds. */
const PATIENCE = 60
const WRITERS = 12
const API = '/cal/events/v1'
/** Bytes of an import that passes, and of one that is refused: Fasti reads 50 MiB. */
const [LONG, TOO_LONG] = [49 * 1024 * 1024, 53 * 1024 * 1024]

/** The measurements behind a proxy. */
interface Figures {
  /** MiB of the import that passed, and the status of the one that is too long. */
  readonly imported: number
  readonly refused: number
  /** Milliseconds from a write until its message on a stream of changes. */
  readonly streamed: number
  /** Writes that were acknowledged while an instance drained and ended. */
  readonly acknowledged: number
}

/** The place of a trial: a PostgreSQL database of its own, and a folder. */
interface Place {
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
    // Caddy answers an empty 200 while it forwards nothing yet.
    await until(async () => assert.match(await (await fetch(`${url}${API}/tags`)).text(), /"tags":/))
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
      // A proxy takes an instance out for a while that answers its checks late.
      await until(async () => {
        const events = await fetch(`${url}${API}/events?start_date=2027-01-01&_fields=rest_url`)
        assert.match(await events.text(), /"https:\/\/calendar\.example\/calendar\/cal\/events\//)
      })
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
