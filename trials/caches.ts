/**
 * `npm run trial caches`: each cache that this machine has, with its configuration of `ops/caches`, in front of a service that readers read
 * and an editor writes: the service is restarted, the cache is restarted, and purges are lost for some seconds. It reports hits and requests a
 * second of processor time, beside those without a cache; it fails if a reader sees what is older than a purge or not public.
 */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { processorTime, ran, type Server, started } from '../bench/measure.ts'
import { freePort } from '../test/support/free-port.ts'
import { hasProgram, type Program, startProgram } from '../test/support/programs.ts'

// The caches that have a configuration in `ops/caches`, and how each is run on this machine.

const ops = resolve(import.meta.dirname, '../../ops/caches')

/** Where a cache listens, what it asks, and a folder for its files. */
interface CachePlace {
  readonly port: number
  readonly service: number
  readonly folder: string
}

/** A cache and its configuration. */
interface CacheProgram {
  readonly program: string
  readonly file: string
  readonly version: readonly string[]
  /** Milliseconds for which it may show what was written since: 0 if a purge ends it. */
  readonly keepsFor: number
  args(file: string, place: CachePlace): readonly string[]
  changed(text: string, place: CachePlace): string
}

const caches: readonly CacheProgram[] = [
  {
    program: 'varnishd',
    file: 'varnish.vcl',
    version: ['-V'],
    keepsFor: 0,
    args: (file, { port, folder }) => [
      ...['-F', '-f', file, '-a', `127.0.0.1:${port}`, '-n', join(folder, 'varnish')],
      ...['-s', 'malloc,64m', '-j', 'none'],
    ],
    changed: (text, { service }) => text.replace('.port = "3000"', `.port = "${service}"`),
  },
  {
    program: 'nginx',
    file: 'nginx.conf',
    version: ['-v'],
    // A second, and that in which it began.
    keepsFor: 2000,
    args: (file) => ['-e', 'stderr', '-c', file, '-g', 'daemon off;'],
    changed(text, { port, service, folder }) {
      const own = `user root;\npid ${folder}/pid;\nworker_processes 1;\nevents {}\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\n`
      const server = text
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replace(/^.*ssl_certificate.*\n/gm, '')
        .replace('/var/cache/nginx/fasti', `${folder}/cache`)
        .replace('127.0.0.1:3000', `127.0.0.1:${service}`)
      return `${own}${server}}\n`
    },
  },
]

/** Whether this machine has the program of a cache. */
const hasCache = ({ program, version }: CacheProgram): Promise<boolean> => hasProgram(program, version)

/** A running cache. */
interface RunningCache {
  /** The processes: the one that was started, and its children. */
  pids(): readonly number[]
  stop(): Promise<void>
}

function childrenOf(pid: number): readonly number[] {
  const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim()
  return listed === '' ? [] : listed.split(' ').map(Number)
}

/** Starts a cache. It listens when it answers. */
async function startCache(cache: CacheProgram, place: CachePlace): Promise<RunningCache> {
  const file = join(place.folder, cache.file)
  await mkdir(place.folder, { recursive: true })
  await writeFile(file, cache.changed(await readFile(join(ops, cache.file), 'utf8'), place))
  const program: Program = startProgram(cache.program, cache.args(file, place))
  let said = ''
  program.stderr.on('data', (text) => {
    said += text
  })
  program.stdout.resume()
  const answers = () =>
    fetch(`http://127.0.0.1:${place.port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; !(await answers()); tries++) {
    if (program.exitCode !== null || tries > 100) throw new Error(`${cache.program} did not start: ${said}`)
    await new Promise((resume) => setTimeout(resume, 100))
  }
  return {
    pids: () => [program.pid ?? 0, ...childrenOf(program.pid ?? 0)],
    async stop() {
      const ended = once(program, 'exit')
      program.kill()
      await ended
    },
  }
}

// Readers and a writer of one calendar, who check that nobody sees what is older than a purge, or what is not public.

const BASE = '/cal/events/v1'
/** The title of the events that are never public. */
const SECRET = 'Kept from the public'
const EVENTS = 200

/** One write of an event: its number in the title, the revision, and when it was acknowledged. */
interface Written {
  readonly id: number
  readonly number: number
  readonly revision: number
  readonly at: number
}

interface Findings {
  asked: number
  hits: number
  refused: number
  writes: number
  readonly faults: string[]
}

interface Reading {
  readonly port: number
  readonly authorization: string
  readonly passed: readonly PassedPurge[]
  /** Milliseconds for which a cache that is not purged may keep an answer. */
  readonly keepsFor: number
  readonly findings: Findings
  readonly written: Written[]
}

const waitFor = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))
const paths = [
  '/events?page=',
  '/events/',
  '/events/',
  '/events/',
  '//calendar/agenda?page=',
  '//event/event-',
]

/** Writes the title of one event after the other through the service at `port`, until `isOver`. */
async function write(
  { authorization, findings, written }: Reading,
  port: () => number,
  isOver: () => boolean,
): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const id = 1 + ((number * 7) % EVENTS)
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ description: `Number ${number}.` })
    const options = { method: 'PATCH', headers, body }
    const answer = await fetch(`http://127.0.0.1:${port()}${BASE}/events/${id}`, options).catch(
      () => undefined,
    )
    await answer?.arrayBuffer()
    if (answer?.status === 200) {
      const revision = Number(answer.headers.get('x-fasti-revision'))
      written.push({ id, number, revision, at: performance.now() })
      findings.writes += 1
    }
    await waitFor(100)
  }
}

/** The number that a reader who asks now for an event must see at least. */
function leastNumber({ written, passed, keepsFor }: Reading, id: number, now: number): number {
  const purged = Math.max(0, ...passed.slice(-20).map(({ upTo, at }) => (at < now ? upTo : 0)))
  const isDue = ({ revision, at }: Written) => (keepsFor > 0 ? at < now - keepsFor : revision <= purged)
  return written.findLast((one) => one.id === id && isDue(one))?.number ?? 0
}

/** Reads through the cache until `isOver`: now and then with a token, as an editor. */
async function read(reading: Reading, isOver: () => boolean, seed: number): Promise<void> {
  const { port, authorization, findings } = reading
  for (let at = seed; !isOver(); at++) {
    const path = paths[at % paths.length] ?? ''
    const id = 1 + ((at * at * 31) % (path.includes('page') ? 5 : 40))
    const url = `http://127.0.0.1:${port}${path.startsWith('//') ? path.slice(1) : `${BASE}${path}`}${id}${path === '//event/event-' ? '/' : ''}`
    const isEditor = at % 10 === 0
    const least = leastNumber(reading, id, performance.now())
    const headers = {
      ...(isEditor && { authorization }),
      accept: path.startsWith('//') ? 'text/html' : '*/*',
    }
    const answer = await fetch(url, { headers, redirect: 'manual' }).catch(() => undefined)
    const text = (await answer?.text().catch(() => '')) ?? ''
    if (answer === undefined || answer.status >= 500) findings.refused += 1
    else if (!isEditor) {
      findings.asked += 1
      if (answer.headers.get('x-cache') === 'HIT') findings.hits += 1
      if (text.includes(SECRET)) findings.faults.push(`${url} showed what is not public`)
      const shown = Number(/Number (\d+)\./.exec(text)?.[1] ?? 0)
      if (!path.includes('page') && answer.status === 200 && shown < least)
        findings.faults.push(`${url} showed ${shown}, older than ${least}`)
    } else if (answer.headers.get('x-cache') === 'HIT') findings.faults.push(`${url} was kept for an editor`)
    await waitFor(2)
  }
}

// Passes purges on to a cache, notes when each was over, and loses them on demand.

/** A purge that the cache has accepted: up to which revision, and when, in milliseconds of the monotonic clock. */
interface PassedPurge {
  readonly upTo: number
  readonly at: number
}

interface Relay {
  readonly url: string
  readonly passed: PassedPurge[]
  lost: number
  /** Whether purges are refused. */
  isLosing: boolean
  close(): void
}

/** Returns a relay to the cache on a port. */
async function relayTo(port: number): Promise<Relay> {
  const server = createServer(async (request, response) => {
    const { xkey = '', 'x-fasti-revision': upTo } = request.headers
    const pass = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'PURGE', headers: { xkey: String(xkey) } })
    const status = relay.isLosing
      ? 503
      : await pass().then(
          ({ status }) => status,
          () => 502,
        )
    if (status === 200) relay.passed.push({ upTo: Number(upTo), at: performance.now() })
    else relay.lost += 1
    response.writeHead(status).end()
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const relay: Relay = { url, passed: [], lost: 0, isLosing: false, close: () => void server.close() }
  return relay
}

/** Milliseconds of each part of the trial, and readers at a time. */
const [PART, READERS] = [5000, 8]
const main = resolve(import.meta.dirname, '../dist/main.js')
const say = (text: string) => process.stdout.write(`${text}\n`)
const rest = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))

/** Fills a calendar. Returns the credentials of its editor. */
async function filled(env: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const fasti = (...args: string[]) => ran(process.execPath, [main, ...args], { env, cwd: folder })
  await fasti('user', 'add', 'trial', '--role', 'administrator')
  return `Bearer ${(await fasti('token', 'create', 'trial', '--name', 'trial')).trim()}`
}

async function addEvents(port: number, authorization: string): Promise<void> {
  for (let at = 1; at <= EVENTS; at++) {
    const day = `2030-05-${String(1 + (at % 28)).padStart(2, '0')}`
    const title = at % 20 === 0 ? SECRET : `Event ${at}`
    const event = { title, slug: `event-${at}`, start_date: `${day} 18:00`, end_date: `${day} 20:00` }
    const linked = { venue: { venue: `Hall ${at % 10}` }, categories: [`Kind ${at % 5}`] }
    const status = at % 20 === 0 ? 'draft' : 'publish'
    const answer = await fetch(`http://127.0.0.1:${port}/cal/events/v1/events`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ ...event, ...linked, status, description: 'Number 0.' }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
  }
}

/** Requests of one event and one page of events a second of processor time of these processes. */
async function speed(port: number, pids: readonly number[]): Promise<number> {
  const taken = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0)
  const [before, until] = [taken(), performance.now() + PART / 2]
  let asked = 0
  const reader = async () => {
    while (performance.now() < until) {
      const path = asked % 2 === 0 ? '/calendar/agenda' : '/cal/events/v1/events?per_page=20'
      asked += 1
      await (
        await fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { accept: asked % 2 === 1 ? 'text/html' : '*/*' },
        })
      ).arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: READERS }, reader))
  return asked / (taken() - before)
}

/** Everything that happens to a cache and its service. Returns how often each is asked for in a second of processor time. */
async function tried(
  cache: CacheProgram,
  reading: Reading,
  relay: Relay,
  service: ServiceOfTrial,
  place: Place,
) {
  let running = await startCache(cache, place)
  let isOver = false
  const over = () => isOver
  const all = [
    ...Array.from({ length: READERS }, (_, at) => read(reading, over, at)),
    write(reading, () => place.service, over),
  ]
  try {
    await rest(PART)
    await service.restart()
    await rest(PART)
    await running.stop()
    running = await startCache(cache, place)
    await rest(PART)
    relay.isLosing = true
    await rest(PART / 2)
    relay.isLosing = false
    await rest(PART * 2)
  } finally {
    isOver = true
    await Promise.all(all)
  }
  const beside = await speed(place.service, [service.pid()])
  const through = await speed(place.port, [service.pid(), ...running.pids()])
  await running.stop()
  return { beside, through }
}

type Place = Parameters<typeof startCache>[1]

interface ServiceOfTrial {
  pid(): number
  restart(): Promise<void>
  stop(): Promise<void>
}

async function serviceOn(port: number, env: Readonly<Record<string, string>>): Promise<ServiceOfTrial> {
  let server: Server = await started([main, 'serve'], port, env)
  return {
    pid: () => server.pid,
    async restart() {
      await server.stop()
      server = await started([main, 'serve'], port, env)
    },
    stop: () => server.stop(),
  }
}

async function tryCache(cache: CacheProgram): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-caches-'))
  const place = { port: await freePort(), service: await freePort(), folder }
  const relay = await relayTo(place.port)
  const env = {
    FASTI_DATA_DIR: folder,
    FASTI_SURROGATE_KEYS: 'on',
    ...(cache.keepsFor === 0 && { FASTI_PURGE_URL: relay.url }),
  }
  const authorization = await filled(env, folder)
  const service = await serviceOn(place.service, env)
  const findings: Findings = { asked: 0, hits: 0, refused: 0, writes: 0, faults: [] }
  const { port } = place
  const { keepsFor } = cache
  const reading = { port, authorization, passed: relay.passed, keepsFor, findings, written: [] }
  try {
    await addEvents(place.service, authorization)
    const { beside, through } = await tried(cache, reading, relay, service, place)
    const { asked, hits, refused, writes, faults } = findings
    say(
      `${cache.program}: ${asked} requests, ${((100 * hits) / asked).toFixed(1)} % from the cache under ${writes} writes, ${refused} refused while something was restarted; ${relay.passed.length} purges, ${relay.lost} lost and sent again; ${faults.length} answers too old or not public`,
    )
    say(
      `  ${Math.round(beside)} requests a second of processor time without it, ${Math.round(through)} through it`,
    )
    if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'))
  } finally {
    await service.stop()
    relay.close()
    await rm(folder, { recursive: true, force: true })
  }
}

for (const cache of caches)
  if (await hasCache(cache)) await tryCache(cache)
  else say(`${cache.program}: not installed, left out`)
