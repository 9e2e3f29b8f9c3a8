/** The cost of a batch of writes, compared with the same writes one after the other. */
import { anyName } from '../calendar.ts'
import type { Case, Measured } from '../case.ts'
import { send } from '../load.ts'
import { median, mediansOf, ROUNDS, type Round, type Turn, turn, warmUp } from '../rounds.ts'
import { BASE, type Stage } from '../stage.ts'

const OPERATIONS = 100

const event = () => ({
  title: `Concert ${anyName()}`,
  start_date: '2027-05-04 18:00:00',
  end_date: '2027-05-04 20:00:00',
  venue: 1,
  categories: [1, 2],
})

const operations = () =>
  Array.from({ length: OPERATIONS }, () => ({ method: 'POST', path: '/events', body: event() }))

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  const server = await stage.serve(calendar)
  const { token } = calendar
  const by = (request: () => Buffer): Turn => ({ server, request, connections: 1 })
  const one = by(() => send('POST', BASE, token, event()))
  const all = by(() => send('POST', '/cal/events/v1/batch', token, { operations: operations() }))
  for (const each of [one, all]) await warmUp(each)
  const [single, together]: [Round[], Round[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    single.push(await turn(one, stage.seconds))
    together.push(await turn(all, stage.seconds))
  }
  const [few, many] = [mediansOf(single), mediansOf(together)]
  if (few.errors + many.errors > 0) throw new Error('writes fail')
  const gains = together.map(
    ({ requestsPerSecond }, at) =>
      (requestsPerSecond * OPERATIONS) / (single[at]?.requestsPerSecond ?? Number.NaN),
  )
  return {
    findings: [
      {
        what: `${OPERATIONS} creates in one batch`,
        target: { is: 'at least', value: 1.5, of: '× as many a second as one after the other' },
        measured: median(gains),
      },
    ],
    figures: [
      { what: 'create event, by itself', load: few },
      { what: `batch of ${OPERATIONS} creates, all or nothing`, load: many },
    ],
  }
}

export const batch: Case = {
  name: 'batch',
  method: `Creating events with a venue and two categories over one connection: one a request, and ${OPERATIONS} a batch in one
transaction.`,
  run,
}
