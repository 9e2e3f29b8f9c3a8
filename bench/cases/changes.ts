/** The cost of clients that follow the calendar: lists of changes, open streams, and writes with webhooks. */
import { get as open } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Case, Figure, Finding, Measured } from '../case.ts'
import { get } from '../load.ts'
import { processorTime } from '../processes.ts'
import { fillRevisions } from '../revisions.ts'
import { mediansOf, ROUNDS, type Round, turn, warmUp } from '../rounds.ts'
import { databaseIn, type Stage } from '../stage.ts'
import { event, NAMESPACE, posted, WEBHOOKS, writing } from './hooked.ts'

const REVISIONS = 100_000
const STREAMS = 1000
const STREAMS_OF_ONE = 50
const STREAM_SECONDS = 10

async function listing(stage: Stage): Promise<{ readonly finding: Finding; readonly figure: Figure }> {
  const calendar = stage.small()
  await fillRevisions(databaseIn(calendar.folder), REVISIONS)
  const server = await stage.serve(calendar)
  let at = 0
  const request = () => {
    at = (at + 7919) % REVISIONS
    return get(`${NAMESPACE}/changes?since=${at}&per_page=100`)
  }
  await warmUp({ server, request, connections: 1 })
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push(await turn({ server, request, connections: 1 }, stage.seconds))
  const found = mediansOf(rounds)
  const what = `a page of 100 changes after ${REVISIONS.toLocaleString('en')} revisions`
  return {
    finding: { what: `${what}: p99`, target: { is: 'at most', value: 5, of: 'ms' }, measured: found.p99 },
    figure: { what, load: found },
  }
}

/** An open stream: the number of changes received, and a function that closes it. */
interface Followed {
  count(): number
  end(): void
}

/** Opens a stream as one of the clients of a proxy, and reads it. Throws if it is refused. */
const stream = (port: number, client: string) =>
  new Promise<Followed>((resolve, reject) => {
    const path = `${NAMESPACE}/changes/stream?since=999999999`
    const headers = { 'x-forwarded-for': client }
    const request = open({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream is refused: ${response.statusCode}`))
      let count = 0
      response.setEncoding('utf8').on('data', (text: string) => {
        count += text.split('\nid: ').length + (text.startsWith('id: ') ? 0 : -1)
      })
      return resolve({ count: () => count, end: () => request.destroy() })
    })
    request.on('error', reject)
  })

/** Opens all streams, as several clients, because the streams of one client are limited. */
async function opened(port: number): Promise<readonly Followed[]> {
  const streams: Followed[] = []
  for (let client = 1; streams.length < STREAMS; client++) {
    const some = Array.from({ length: STREAMS_OF_ONE }, () => stream(port, `192.0.2.${client}`))
    streams.push(...(await Promise.all(some)))
  }
  return streams
}

/** Returns the share of a core that a server uses while `work` runs, as a finding. */
async function shareOf(
  pid: number,
  what: string,
  most: number,
  work: () => Promise<unknown>,
): Promise<Finding> {
  const before = processorTime(pid)
  await work()
  const after = processorTime(pid)
  const share = before === undefined || after === undefined ? undefined : (after - before) / STREAM_SECONDS
  return {
    what: `${STREAMS.toLocaleString('en')} open streams ${what}`,
    target: { is: 'at most', value: most, of: '% of a core' },
    measured: share === undefined ? undefined : share * 100,
    ...(share === undefined && { because: 'the system does not report processor times' }),
  }
}

async function streaming(stage: Stage): Promise<readonly Finding[]> {
  const calendar = stage.small()
  const server = await stage.serve(calendar, [], { FASTI_TRUST_PROXY: '127.0.0.1' })
  const streams = await opened(server.port)
  await wait(2000)
  const idle = await shareOf(server.pid, 'without a write', 2, () => wait(STREAM_SECONDS * 1000))
  const written = await shareOf(server.pid, 'at a write a second', 15, async () => {
    for (let second = 0; second < STREAM_SECONDS; second++) {
      const next = wait(1000)
      await posted(server, calendar, 'events', event())
      await next
    }
  })
  const [fewest = 0] = streams.map((one) => one.count()).sort((a, b) => a - b)
  for (const one of streams) one.end()
  if (fewest < STREAM_SECONDS) throw new Error(`a stream sent ${fewest} of ${STREAM_SECONDS} changes`)
  return [idle, written]
}

async function run(stage: Stage): Promise<Measured> {
  const { finding, figure } = await listing(stage)
  await stage.clear()
  const streams = await streaming(stage)
  await stage.clear()
  const writes = await writing(stage)
  return {
    findings: [finding, ...streams, writes.finding],
    figures: [figure, ...writes.figures],
    notes: [writes.note],
  }
}

export const changes: Case = {
  name: 'changes',
  method: `Pages of changes from anywhere among ${REVISIONS.toLocaleString('en')} recorded ones; the processor time of a server whose clients,
${STREAMS_OF_ONE} streams each, wait for ${STREAM_SECONDS} seconds, and then read every change while an event is created each second; and creating events one after the other on a server with ${WEBHOOKS} webhooks to a
receiver on this machine, beside one without. Deliveries give way to writes, so the next round begins when all have arrived.`,
  run,
}
