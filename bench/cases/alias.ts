/** Lists at an alias for The Events Calendar, compared with those of the native API. */
import { type Case, type Figure, type Finding, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import { alternately, ratio } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

const PATH = '/wp-json'
const ALIAS = `${PATH}:tribe/events/v1`

/** The requested lists. A different number in each request avoids the response cache. */
const questions: Readonly<Record<string, (address: string, at: number) => string>> = {
  'default list, repeated': (address) => address,
  'default list, not cached': (address, at) => `${address}?again=${at}`,
  'list with some fields, not cached': (address, at) =>
    `${address}?_fields=events.id,events.title,events.author&again=${at}`,
}

async function run(stage: Stage): Promise<Measured> {
  const server = await stage.serve(stage.small(), [], { FASTI_ALIASES: ALIAS })
  const findings: Finding[] = []
  const figures: Figure[] = []
  let at = 0
  for (const [what, question] of Object.entries(questions)) {
    const turnOf = (address: string) => ({
      server,
      request: () => {
        at += 1
        return get(question(address, at))
      },
    })
    const places = { plain: BASE, alias: `${PATH}/tribe/events/v1/events`, bare: `${PATH}/tec/v1/events` }
    for (const address of Object.values(places)) await fetchOnce(server, question(address, 0))
    const done = await alternately(
      { plain: turnOf(places.plain), alias: turnOf(places.alias), bare: turnOf(places.bare) },
      stage.seconds,
    )
    for (const [name, load] of [
      ['tribe/events/v1', done.alias],
      ['tec/v1', done.bare],
    ] as const) {
      findings.push({
        what: `${name}, ${what}`,
        target: { is: 'at least', value: 0.8, of: '× the native API' },
        measured: ratio(load, done.plain),
        processor: processorRatio(load, done.plain),
      })
      figures.push({ what: `${name}, ${what}`, load })
    }
    figures.push({ what: `native API, ${what}`, load: done.plain })
  }
  return { findings, figures }
}

export const alias: Case = {
  name: 'alias',
  method:
    'One server with an alias; the same lists alternately at the alias, at `tec/v1` and at the native API.',
  run,
}
