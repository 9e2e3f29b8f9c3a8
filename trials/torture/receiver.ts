/** Crashes the service while a receiver counts webhooks: it must get every change at least once, in order for each item. */
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/support/free-port.ts'
import { type Serving, serve } from '../../test/support/process.ts'
import { receiver } from '../../test/support/receiver.ts'
import { within } from '../../test/support/within.ts'
import type { Manner } from './rounds.ts'

const WRITERS = 3
/** The receiver refuses one message of this many with a 500, and of each event one, because a third attempt would come minutes later. */
const FAILING = 20
/** The milliseconds of writing before a crash. */
const [SHORTEST, LONGEST] = [200, 1800]
/** Seconds to wait for the first write of a round, and for all messages after a crash. */
const PATIENCE = 60
/** The most seconds from a crash until the newest state of each event is received: the lease of the killed process, and a second attempt. */
const LATEST = 15
/** After every so many crashes, all messages are waited for. The others come while the messages of the one before are on their way. */
const AWAITED = 3

export interface DeliveryOutcome {
  readonly violations: readonly string[]
  readonly acknowledged: number
  readonly received: number
  /** The most seconds from an awaited crash until the newest state of each event was received. */
  readonly latest: number
}

/** An event as it was last acknowledged: the number in its title, or that it was deleted. */
interface Written {
  readonly number: number
  readonly isGone: boolean
}

/** The response to a write. */
interface Made {
  readonly id: number
  readonly series?: { readonly id: number }
}

const json = { 'content-type': 'application/json' }

async function send(address: string, method: string, path: string, body?: object) {
  const payload = body === undefined ? {} : { headers: json, body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(5000)
  const response = await fetch(`${address}${path}`, { method, signal, ...payload }).catch(() => undefined)
  return response?.ok === true ? ((await response.json().catch(() => undefined)) as Made) : undefined
}

const event = { title: '1', start_date: '2030-05-04 18:00', end_date: '2030-05-04 20:00' }

/** The ids of the occurrences of a series, or an empty list without a response. */
async function occurrencesOf(address: string, series: number): Promise<readonly number[]> {
  const path = `/events?series=${series}&starts_after=2030-01-01&per_page=50&_fields=events.id`
  const response = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(5000) }).catch(
    () => undefined,
  )
  const body = response?.ok === true ? await response.json().catch(() => undefined) : undefined
  return ((body as { events?: { id: number }[] })?.events ?? []).map(({ id }) => id)
}

/** Creates a series, changes all its events, one of them and the following ones, and deletes some series as a whole. */
async function writeSeries(
  address: string,
  written: Map<number, Written>,
  isOver: () => boolean,
): Promise<void> {
  const note = (ids: readonly number[], number: number, isGone = false) => {
    for (const id of ids) written.set(id, { number, isGone })
  }
  const patch = (id: number, number: number, apply_to: string) =>
    send(address, 'PATCH', `/events/${id}`, { title: String(number), apply_to })
  for (let number = 1; !isOver(); number++) {
    const made = await send(address, 'POST', '/events', {
      ...event,
      recurrence: 'RRULE:FREQ=DAILY;COUNT=4',
    })
    const ids = made?.series === undefined ? [] : await occurrencesOf(address, made.series.id)
    const [first, second, third] = ids
    if (first === undefined || second === undefined || third === undefined) continue
    note(ids, 1)
    if ((await patch(first, 2, 'all')) === undefined) continue
    note(ids, 2)
    if ((await patch(second, 3, 'this')) === undefined) continue
    note([second], 3)
    if ((await patch(third, 4, 'following')) === undefined) continue
    note(ids.slice(2), 4)
    if (number % 2 > 0) continue
    // The change of the following events split the series. This deletes its first part.
    const gone = await send(address, 'DELETE', `/events/${first}?apply_to=all&force=true`)
    if (gone !== undefined) note([first, second], 5, true)
  }
}

/** Creates, changes and deletes events until `isOver`; what was acknowledged is in `written`, by id. */
async function write(address: string, written: Map<number, Written>, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const made = await send(address, 'POST', '/events', event)
    if (made === undefined) continue
    written.set(made.id, { number: 1, isGone: false })
    for (let version = 2; version < 5 && !isOver(); version++) {
      if ((await send(address, 'PATCH', `/events/${made.id}`, { title: String(version) })) === undefined)
        break
      written.set(made.id, { number: version, isGone: false })
    }
    if (number % 3 > 0 || isOver()) continue
    if ((await send(address, 'DELETE', `/events/${made.id}?force=true`)) !== undefined)
      written.set(made.id, { number: 5, isGone: true })
  }
}

/** Returns the numbers of each event in the order in which they were received. A deleted event has the highest number. */
function numbersByEvent(
  received: readonly { readonly body: { type: string; data: { id: number; title?: string } } }[],
) {
  const numbers = new Map<number, number[]>()
  for (const { body } of received) {
    const number = body.type === 'event.removed' ? 5 : Number(body.data.title)
    numbers.set(body.data.id, [...(numbers.get(body.data.id) ?? []), number])
  }
  return numbers
}

function missingIn(written: ReadonlyMap<number, Written>, numbers: ReadonlyMap<number, readonly number[]>) {
  return [...written].flatMap(([id, { number }]) => {
    const last = numbers.get(id)?.at(-1) ?? 0
    return last >= number ? [] : [`event ${id} was written up to ${number}, and received up to ${last}`]
  })
}

const disordered = (numbers: ReadonlyMap<number, readonly number[]>) =>
  [...numbers].flatMap(([id, all]) =>
    all.every((number, at) => number >= (all[at - 1] ?? 0))
      ? []
      : [`event ${id} was received as ${all.join(', ')}`],
  )

/** Resolves once there are more acknowledged events than `before`, however slow the machine is. */
async function growth(written: ReadonlyMap<number, Written>, before: number): Promise<void> {
  while (written.size === before) await wait(20)
}

/** Runs rounds of writing, each ended by SIGKILL, with a webhook whose receiver sometimes fails. */
export async function deliveryTorture(
  given: Readonly<Record<string, string>>,
  rounds: number,
  { options = [], longest = LONGEST }: Pick<Manner, 'options' | 'longest'> = {},
): Promise<DeliveryOutcome> {
  const host = await receiver()
  const accepted: (typeof host.received)[number][] = []
  const refused = new Set<number>()
  let count = 0
  host.answer((_request, response, one) => {
    count += 1
    const { id } = one.body.data
    const isRefused = count % FAILING === 0 && !refused.has(id)
    if (isRefused) refused.add(id)
    if (!isRefused) accepted.push(one)
    response.writeHead(isRefused ? 500 : 204).end()
  })
  const env = { ...given, PORT: String(await freePort()), FASTI_WEBHOOK_HOSTS: host.host }
  const written = new Map<number, Written>()
  let latest = 0
  /** Waits until the newest state of each event is received; `crashed` is on the monotonic clock. */
  const received = async (crashed: number) => {
    const all = async () => {
      while (missingIn(written, numbersByEvent(accepted)).length > 0) await wait(100)
    }
    await within(PATIENCE, 'all messages', all()).catch(() => {})
    latest = Math.max(latest, (performance.now() - crashed) / 1000)
  }
  let service: Serving = await serve(env, options)
  try {
    await send(service.address, 'POST', '/webhooks', {
      url: host.url,
      types: ['event.created', 'event.updated', 'event.removed'],
    })
    for (let round = 0; round < rounds; round++) {
      let isOver = false
      const by = (act: typeof write) => act(service.address, written, () => isOver)
      const writing = [...Array.from({ length: WRITERS }, () => by(write)), by(writeSeries)]
      const before = written.size
      await wait(SHORTEST + Math.random() * (longest - SHORTEST))
      await within(PATIENCE, 'an acknowledged write', growth(written, before))
      service.child.kill('SIGKILL')
      const crashed = performance.now()
      isOver = true
      await Promise.all([...writing, service.ended])
      service = await serve(env, options)
      if (round % AWAITED === 0 || round === rounds - 1) await received(crashed)
    }
    const numbers = numbersByEvent(accepted)
    const late =
      latest > LATEST ? [`the newest state of an event was received ${latest.toFixed(1)} s late`] : []
    const violations = [...missingIn(written, numbers), ...disordered(numbers), ...late]
    return { violations, acknowledged: written.size, received: accepted.length, latest }
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
    await host.close()
  }
}
