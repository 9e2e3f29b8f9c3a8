/** The service compared with a server that an engineer writes in a day. */
import { concert } from '../calendar.ts'
import { type Case, type Finding, type Measured, processorRatio } from '../case.ts'
import { CATEGORY } from '../linked.ts'
import { get, send } from '../load.ts'
import type { Server } from '../processes.ts'
import { eventPath } from '../questions.ts'
import { alternately, CONNECTIONS, type Medians, ratio } from '../rounds.ts'
import { BASE, FEW, fetchOnce, type Stage } from '../stage.ts'

const WRITERS = 32

interface Compared {
  readonly what: string
  /** The minimum throughput relative to the plain server. */
  readonly least: number
  readonly connections?: number
  request(at: number, token: string): Buffer
}

const create = (_: number, token: string) => send('POST', BASE, token, concert())

const compared: readonly Compared[] = [
  {
    what: 'single event, a different one each time',
    least: 1,
    request: (at) => get(eventPath(at)),
  },
  {
    what: 'list of a category, each request new',
    least: 3,
    request: (at) => get(`${BASE}?categories=${CATEGORY}&page=${1 + (at % 10)}&again=${at}`),
  },
  { what: 'create, sequential', least: 0.7, connections: 1, request: create },
  { what: `create, ${WRITERS} writers`, least: 1, connections: WRITERS, request: create },
]

const findingOf = ({ what, least }: Compared, ours: Medians, plain: Medians): Finding => ({
  what: `${what}, beside the plain server`,
  target: { is: 'at least', value: least, of: '× the plain server' },
  measured: ratio(ours, plain),
  processor: processorRatio(ours, plain),
})

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  const [ours, plain] = [await stage.serve(calendar), await stage.plain(stage.small())]
  for (let at = 0; at < FEW; at++) await fetchOnce(ours, `${eventPath(at)}&before`)
  const [findings, figures]: [Finding[], Measured['figures'][number][]] = [[], []]
  let at = 0
  for (const one of compared) {
    const turnOf = (server: Server) => ({
      server,
      connections: one.connections ?? CONNECTIONS,
      request() {
        at += 1
        return one.request(at, calendar.token)
      },
    })
    const done = await alternately({ ours: turnOf(ours), plain: turnOf(plain) }, stage.seconds)
    if (done.ours.errors + done.plain.errors > 0) throw new Error(`${one.what}: requests fail`)
    findings.push(findingOf(one, done.ours, done.plain))
    figures.push({ what: one.what, load: done.ours }, { what: `${one.what}, plain server`, load: done.plain })
  }
  return { findings, figures }
}

export const plain: Case = {
  name: 'plain',
  method: `Beside a server of 170 lines on Fastify with prepared statements, WAL and \`synchronous=FULL\`, which sends the same events with the
same embedded items without JSON-LD. It validates nothing and knows no rights, no search, no validators and no other formats. The service has shown each
event once before, as it has after the first ten thousand requests.`,
  run,
}
