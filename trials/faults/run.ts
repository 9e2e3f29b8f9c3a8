/** Runs a service on a failing disk: what it reports, what still works, and what is stored afterwards. */

import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseAndImageFaults } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { anImage } from '../../test/support/images.ts'
import { type Serving, serve } from '../../test/support/process.ts'

// Disks that fail: one that fails on command, through a shim compiled here, and one of a few megabytes.

/** The faults: no space, read-only, input/output errors, failing sync, slow sync. */
const diskFaults = ['full', 'read-only', 'failing', 'unsynced', 'slow'] as const
type DiskFault = (typeof diskFaults)[number]

interface FaultyDisk {
  readonly folder: string
  /** The environment of a program whose writes to the folder fail. */
  readonly env: Readonly<Record<string, string>>
  /** Sets the fault from now on; undefined for none. */
  order(fault: DiskFault | undefined): Promise<void>
  remove(): Promise<void>
}

/** Creates a folder on a disk that fails on command. Returns the reason where that is not possible. */
export async function faultyDisk(): Promise<FaultyDisk | string> {
  const home = await mkdtemp(join(tmpdir(), 'fasti-faults-'))
  const [shim, order, folder] = ['shim.so', 'order', 'data'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  const remove = () => rm(home, { recursive: true, force: true })
  try {
    const source = resolve(import.meta.dirname, 'shim.c')
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, source, '-ldl'], { stdio: 'pipe' })
  } catch {
    await remove()
    return 'there is no C compiler here, or this is no Linux'
  }
  await mkdir(folder)
  await writeFile(order, '')
  return {
    folder,
    env: { LD_PRELOAD: shim, FAULT_FOLDER: `${folder}/`, FAULT_ORDER: order },
    order: (fault) => writeFile(order, fault ?? ''),
    remove,
  }
}

/** Creates a disk of that many MiB in memory. Returns the reason where that is not possible. */
export async function smallDisk(
  mebibytes: number,
): Promise<{ readonly folder: string; remove(): Promise<void> } | string> {
  const folder = await mkdtemp(join(tmpdir(), 'fasti-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    await rm(folder, { recursive: true })
    return 'only root can mount a small disk'
  }
  return {
    folder,
    async remove() {
      execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' })
      await rm(folder, { recursive: true })
    },
  }
}

const WRITERS = 12
/** The seconds in which writes that succeed again must show. */
const NOTICED = 20

interface JsonResponse {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a trial reads responses of every shape
  readonly body: any
}

/** The message that each fault must produce. */
const messages: Readonly<Record<Exclude<DiskFault, 'slow'>, RegExp>> = {
  full: /disk .* full\. .*Free some space/,
  'read-only': /disk .* fails\. |read-only\. /,
  failing: /disk .* fails\. /,
  unsynced: /disk .* fails\. /,
}

const anEvent = (title: string, description = '') => ({
  ...{ title, description, venue: { venue: `Hall of ${title}` }, tags: [title] },
  ...{ start_date: '2027-05-04 18:00:00', end_date: '2027-05-04 20:00:00' },
})

const post = (body: object, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Sends requests to a service; `violated` is called for every violation. */
function trialOf({ address }: Serving, violated: (words: string) => void) {
  const send = async (path: string, init: RequestInit = {}): Promise<JsonResponse> => {
    const response = await fetch(`${address}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })
    return { status: response.status, body: await response.json() }
  }
  const create = (event: object, key: string) => send('/events', post(event, { 'idempotency-key': key }))
  const upload = async () => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await anImage(40, 30))]), 'red.png')
    return send('/media', { method: 'POST', body: form })
  }
  const holds = (is: boolean, words: string) => {
    if (!is) violated(words)
  }
  /** What `/readyz` says of writes. */
  const readiness = async () => {
    const response = await fetch(`${new URL(address).origin}/readyz`)
    return `${response.status} ${JSON.stringify(await response.json())}`
  }
  /** Reads must still work: an item, a list never requested before, and readiness, which tells of writes. */
  const reads = async (when: string, isRefused: boolean) => {
    const paths = ['/events/1', `/events?start_date=2027-01-01&search=kept&per_page=${when.length}`]
    for (const path of [...paths, '/media']) {
      const { status } = await send(path)
      holds(status === 200, `${when}: ${path} returned ${status}`)
    }
    const ready = await readiness()
    const wanted = `200 {"status":"ready"${isRefused ? ',"writes":"unavailable"' : ''}}`
    holds(ready === wanted, `${when}: /readyz returned ${ready}`)
  }
  /** Readiness must tell that writes succeed again. */
  const recovers = async (when: string) => {
    for (let waited = 0; waited < NOTICED; waited += 0.5) {
      if (!(await readiness()).includes('unavailable')) return
      await wait(500)
    }
    violated(`after ${when}: /readyz still says that writes are unavailable`)
  }
  /** Erases whoever has an address. Returns the status, and how many organizers a search finds by it then. */
  const erase = async (email: string) => {
    const response = await fetch(`${address}/persons/${email}`, { method: 'DELETE' })
    const { total } = (await send(`/organizers?search=${email}`)).body
    return { status: response.status, total }
  }
  const total = async (title: string) =>
    (await send(`/events?start_date=2027-01-01&search=${title}`)).body.total
  return { send, create, upload, holds, reads, recovers, erase, total }
}

type Trial = ReturnType<typeof trialOf>

async function refuses(trial: Trial, fault: Exclude<DiskFault, 'slow'>, name: string): Promise<void> {
  const { create, upload, holds } = trial
  const writes = Array.from({ length: WRITERS }, (_, at) =>
    create(anEvent(`${name}n${at}n`), `${name} ${at}`),
  )
  const responses = [...(await Promise.all(writes)), await upload()]
  for (const { status, body } of responses)
    holds(
      status === 503 && messages[fault].test(body.message),
      `${fault}: a write returned ${status} ${body.message}`,
    )
}

/** Tests one fault on a running service, from before it to after it. */
async function suffer(trial: Trial, disk: FaultyDisk, fault: DiskFault): Promise<void> {
  const { send, create, upload, holds, reads, recovers, erase, total } = trial
  const name = fault.replace('-', '')
  const email = `${name}@club.example`
  await send('/organizers', post({ organizer: name, email }))
  await disk.order(fault)
  if (fault === 'slow') await create(anEvent(`${name}n0n`), `${name} 0`)
  else await refuses(trial, fault, name)
  await reads(fault, fault !== 'slow')
  const kept = fault === 'slow' ? undefined : await erase(email)
  holds(
    kept === undefined || (kept.status === 503 && kept.total === 1),
    `${fault}: erased ${JSON.stringify(kept)}`,
  )
  await disk.order(undefined)
  await recovers(fault)
  const erased = await erase(email)
  holds(erased.status === 200 && erased.total === 0, `after ${fault}: erased ${JSON.stringify(erased)}`)
  // Words match by their beginning, so that a title must not begin with another one.
  const again = async (at: number) => {
    const { status } = await create(anEvent(`${name}n${at}n`), `${name} ${at}`)
    holds(status === 201, `after ${fault}: the same write again returned ${status}`)
    holds((await total(`${name}n${at}n`)) === 1, `after ${fault}: ${name}n${at} does not exist exactly once`)
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, at) => again(at)))
  const { status } = await upload()
  holds(status === 201, `after ${fault}: an upload returned ${status}`)
}

/** Tests every fault on one service without a restart. Returns the violations. */
export async function suffered(disk: FaultyDisk): Promise<readonly string[]> {
  const violations: string[] = []
  const env = { FASTI_DATA_DIR: disk.folder, FASTI_LOG_LEVEL: 'warn' }
  const service = await serve({ ...env, ...disk.env })
  try {
    const trial = trialOf(service, (words) => violations.push(words))
    await trial.create(anEvent('Kept'), 'kept')
    for (const fault of diskFaults) await suffer(trial, disk, fault)
  } finally {
    service.child.kill('SIGTERM')
    violations.push(...wrongLines((await service.ended).stdout))
  }
  return [...violations, ...(await databaseAndImageFaults(readConfig(env)))]
}

/** Of each fault that refuses writes, the log must have one line, and one when it is over. Returns what else it has. */
function wrongLines(log: string): readonly string[] {
  const lines = log.split('\n').filter((line) => /"level":(?:40|50|60)/.test(line))
  const said = lines.map((line) => String(JSON.parse(line).msg)).filter((text) => text !== 'slow response')
  const wanted = diskFaults
    .filter((fault) => fault !== 'slow')
    .flatMap(() => ['the database refuses writes', 'writes succeed again'])
  return said.join() === wanted.join() ? [] : [`the log says: ${lines.join('\n')}`]
}

/** Fills a small disk by writing, makes space again, and continues. Returns the violations. */
export async function filled(folder: string): Promise<readonly string[]> {
  const violations: string[] = []
  const env = { FASTI_DATA_DIR: join(folder, 'data'), FASTI_LOG_LEVEL: 'silent' }
  await writeFile(join(folder, 'room'), Buffer.alloc(2 ** 23))
  const service = await serve(env)
  try {
    const { create, holds, reads, total } = trialOf(service, (words) => violations.push(words))
    await create(anEvent('Kept'), 'kept')
    let written = 0
    const next = () => create(anEvent(`filling${written}n`, 'x'.repeat(50_000)), `filling ${written}`)
    let last = await next()
    while (last.status === 201) {
      written += 1
      last = await next()
    }
    const { status, body } = last
    holds(status === 503 && messages.full.test(body.message), `full: ${status} ${body.message}`)
    await reads('full', true)
    await writeFile(join(folder, 'room'), '')
    const again = await next()
    holds(again.status === 201, `with room again, the same write: ${again.status} ${again.body.message}`)
    for (let at = 0; at <= written; at++)
      holds((await total(`filling${at}n`)) === 1, `filling${at} does not exist exactly once`)
    holds((await total('Kept')) === 1, 'Kept is lost')
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
  }
  return [...violations, ...(await databaseAndImageFaults(readConfig(env)))]
}
