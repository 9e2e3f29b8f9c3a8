/**
 * `npm run trial caches`: each cache that this machine has, with its configuration of `ops/caches`, in front of a service that readers read
 * and an editor writes: the service is restarted, the cache is restarted, and purges are lost for some seconds. It reports hits and requests a
 * second of processor time, beside those without a cache; it fails if a reader sees what is older than a purge or not public.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { processorTime, ran, type Server, started } from '../bench/processes.ts'
import { freePort } from '../test/support/free-port.ts'
import { type CacheProgram, caches, hasCache, startCache } from './caches/programs.ts'
import { EVENTS, type Findings, type Reading, read, SECRET, write } from './caches/readers.ts'
import { type Relay, relayTo } from './caches/relay.ts'

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
