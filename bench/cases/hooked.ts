/** The cost of writes on a server with webhooks, compared with a server without. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { anyName } from '../calendar.ts'
import type { Figure, Finding } from '../case.ts'
import { send } from '../load.ts'
import type { Server } from '../processes.ts'
import { median, mediansOf, ROUNDS, type Round, ratio, turn, warmUp } from '../rounds.ts'
import { BASE, type Calendar, type Stage } from '../stage.ts'

/** The path of the API. */
export const NAMESPACE = '/cal/events/v1'
/** The number of webhooks. */
export const WEBHOOKS = 10
/** Milliseconds without a delivery after which all are delivered, and the maximum milliseconds to wait for that. */
const QUIET = 500
const MAX_DRAIN = 60_000
/** Writes per second of a moderate load, and their number. */
const STEADY_RATE = 20
const STEADY_WRITES = 100

/** An event with a unique name. */
export const event = () => ({
  title: `Concert ${anyName()}`,
  start_date: '2027-05-04 18:00:00',
  end_date: '2027-05-04 20:00:00',
})

/** Creates an item. Throws if that fails. */
export async function posted(
  server: Server,
  { token }: Calendar,
  collection: string,
  body: object,
): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.port}${NAMESPACE}/${collection}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`POST ${collection} returned ${response.status}`)
  await response.arrayBuffer()
}

/** A server with webhooks to a receiver in this process. */
interface Hooked {
  readonly server: Server
  /** Waits until everything is delivered. Returns how many deliveries arrived since the last call. */
  drained(): Promise<number>
  close(): void
}

async function hooked(stage: Stage, calendar: Calendar): Promise<Hooked> {
  let [received, told] = [0, 0]
  const receiver = createServer((request, response) => {
    received += 1
    request.resume()
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const server = await stage.serve(calendar, [], { FASTI_WEBHOOK_HOSTS: '127.0.0.1' })
  for (let count = 0; count < WEBHOOKS; count++) await posted(server, calendar, 'webhooks', { url })
  return {
    server,
    close: () => receiver.close(),
    async drained() {
      for (let [waited, before] = [0, -1]; before < received && waited < MAX_DRAIN; waited += QUIET) {
        before = received
        await wait(QUIET)
      }
      const count = received - told
      told = received
      return count
    },
  }
}

/** Creates events at a steady rate. Returns the milliseconds that each took, shortest first. */
async function steadily(server: Server, calendar: Calendar): Promise<readonly number[]> {
  const times: number[] = []
  for (let count = 0; count < STEADY_WRITES; count++) {
    const next = wait(1000 / STEADY_RATE)
    const start = performance.now()
    await posted(server, calendar, 'events', event())
    times.push(performance.now() - start)
    await next
  }
  return times.sort((a, b) => a - b)
}

/** Measures creating events with and without webhooks. Throws if creating fails or deliveries are missing. */
export async function writing(
  stage: Stage,
): Promise<{ readonly finding: Finding; readonly figures: readonly Figure[]; readonly note: string }> {
  const [one, other] = [stage.small(), stage.small()]
  const plain = await stage.serve(one)
  const { server, drained, close } = await hooked(stage, other)
  const turns = [
    { server: plain, request: () => send('POST', BASE, one.token, event()), connections: 1 },
    { server, request: () => send('POST', BASE, other.token, event()), connections: 1 },
  ] as const
  for (const each of turns) await warmUp(each)
  await drained()
  const [without, withThem]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await turn(turns[0], stage.seconds))
    withThem.push(await turn(turns[1], stage.seconds))
    // Later deliveries must not slow the round without webhooks.
    await drained()
  }
  const steady = [await steadily(plain, one), await steadily(server, other)].map((times) =>
    median(times).toFixed(2),
  )
  const steadyDeliveries = await drained()
  close()
  if (steadyDeliveries !== STEADY_WRITES * WEBHOOKS)
    throw new Error(`${steadyDeliveries} deliveries arrived of ${STEADY_WRITES * WEBHOOKS}`)
  const [few, many] = [mediansOf(without), mediansOf(withThem)]
  if (few.errors + many.errors > 0) throw new Error('creates fail')
  return {
    finding: {
      what: `create event with ${WEBHOOKS} webhooks: p50`,
      target: { is: 'at most', value: 1.1, of: '× without' },
      measured: ratio(many, few, 'p50'),
    },
    figures: [
      { what: 'create event, without webhooks', load: few },
      { what: `create event, with ${WEBHOOKS} webhooks`, load: many },
    ],
    note: `at ${STEADY_RATE} writes a second: p50 ${steady[0]} ms without webhooks, ${steady[1]} ms with ${WEBHOOKS}`,
  }
}
