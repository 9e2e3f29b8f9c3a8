/** The change of one field of an event, compared with the same change without a service. */

import { bareWrites } from '../bare-writes.ts'
import { anyName, singleId } from '../calendar.ts'
import type { Case, Measured } from '../case.ts'
import { send } from '../load.ts'
import { median, mediansOf, ROUNDS, type Round, type Turn, turn, warmUp } from '../rounds.ts'
import { BASE, FEW, type Stage } from '../stage.ts'

async function run(stage: Stage): Promise<Measured> {
  const [calendar, other] = [stage.small(), stage.small()]
  const server = await stage.serve(calendar)
  let at = 0
  const one: Turn = {
    server,
    connections: 1,
    request() {
      at += 1
      return send('PATCH', `${BASE}/${singleId((at * 7919) % FEW)}`, calendar.token, { title: anyName() })
    },
  }
  await warmUp(one)
  const bare = await bareWrites('update', calendar, other)
  await bare.rate(stage.seconds)
  const [ours, theirs]: [Round[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    theirs.push(await bare.rate(stage.seconds))
    ours.push(await turn(one, stage.seconds))
  }
  bare.stop()
  const done = mediansOf(ours)
  if (done.errors > 0) throw new Error('updates fail')
  return {
    findings: [
      {
        what: 'update of one field, durable, sequential',
        target: { is: 'at least', value: 0.3, of: '× the bare update' },
        measured: median(
          ours.map(({ requestsPerSecond }, round) => requestsPerSecond / (theirs[round] ?? 0)),
        ),
      },
    ],
    figures: [{ what: 'update of one field, sequential', load: done }],
    notes: [`The bare updates: ${median(theirs).toFixed(0)} per second.`],
  }
}

export const update: Case = {
  name: 'update',
  method: `The title of one event after another, each durable before the response. The bare update is the same row with its rows in the journal and
the audit by prepared statements, one transaction each, in a process without a service. Until November 2026 the target was 0.6.`,
  run,
}
