/** Creating events: one after the other, many at once, and the same rows without a service. */

import { bareWrites } from '../bare-writes.ts'
import { concert } from '../calendar.ts'
import type { Case, Finding, Measured } from '../case.ts'
import { send } from '../load.ts'
import { median, mediansOf, ROUNDS, type Round, ratio, type Turn, turn, warmUp } from '../rounds.ts'
import { slowDisk } from '../slow-disk.ts'
import { BASE, type Stage } from '../stage.ts'

const WRITERS = 32
/** Milliseconds of an fsync on a disk without a power-safe cache. */
const SLOW = 5

/** Alternates between one writer, many writers, and the same rows without a service. Throws if a create fails. */
async function writing(stage: Stage, env?: Readonly<Record<string, string>>) {
  const [calendar, other] = [stage.small(), stage.small()]
  const server = await stage.serve(calendar, [], env)
  const request = () => send('POST', BASE, calendar.token, concert())
  const by = (connections: number): Turn => ({ server, request, connections })
  const [one, many] = [by(1), by(WRITERS)]
  for (const each of [one, many]) await warmUp(each)
  const inserts = await bareWrites('insert', calendar, other, env)
  await inserts.rate(stage.seconds)
  const [alone, together, bare]: [Round[], Round[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await inserts.rate(stage.seconds))
    alone.push(await turn(one, stage.seconds))
    together.push(await turn(many, stage.seconds))
  }
  inserts.stop()
  const [sequential, parallel] = [mediansOf(alone), mediansOf(together)]
  if (sequential.errors + parallel.errors > 0) throw new Error('creates fail')
  const beside = median(alone.map(({ requestsPerSecond }, at) => requestsPerSecond / (bare[at] ?? 0)))
  return { sequential, parallel, bare: median(bare), beside, gain: ratio(parallel, sequential) }
}

const findings = (where: string, found: { beside: number; gain: number } | undefined): readonly Finding[] => {
  const because = found === undefined ? { because: 'there is no C compiler here' } : {}
  return [
    {
      what: `create event, durable, sequential${where}`,
      target: { is: 'at least', value: 0.35, of: '× the bare inserts' },
      measured: found?.beside,
      ...because,
    },
    {
      what: `the same, ${WRITERS} writers${where}`,
      target: { is: 'at least', value: 4, of: '× sequential' },
      measured: found?.gain,
      ...because,
    },
  ]
}

async function run(stage: Stage): Promise<Measured> {
  const here = await writing(stage)
  const env = slowDisk(stage.small().folder, SLOW)
  const slow = env === undefined ? undefined : await writing(stage, env)
  return {
    findings: [...findings('', here), ...findings(` (with fsync ${SLOW} ms slower)`, slow)],
    figures: [
      { what: 'create event, sequential', load: here.sequential },
      { what: `create event, ${WRITERS} writers`, load: here.parallel },
    ],
    notes: [`The bare inserts: ${here.bare.toFixed(0)} events per second.`],
  }
}

export const create: Case = {
  name: 'create',
  method: `Events with venue, organizer, 2 categories and 3 tags, each durable before the response (\`synchronous=FULL\`). The bare
inserts are the same rows by prepared statements, one transaction for each event, in a process without a service. The cost of the service
relative to them, and the gain of writers that share a commit, depend on the duration of \`fsync\`:
the disk of the machine takes a tenth of a millisecond; a slower one is simulated by a library that waits before each \`fsync\`. Until November 2026 the
target was 0.5 × the bare inserts, which is less than rights, checks, journal and HTTP cost.`,
  run,
}
