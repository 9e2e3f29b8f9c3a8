/** One event, requested repeatedly by id and by slug. */
import { type Case, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import { alternately, ratio } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

const paths = { id: `${BASE}/7`, slug: `${BASE}/by-slug/event-7` }

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  const server = await stage.serve(calendar)
  const before = await stage.serveBefore()
  const measured: Measured[] = []
  for (const [by, path] of Object.entries(paths)) {
    await fetchOnce(server, path)
    const bare = await stage.bare(server, path)
    const framework = await stage.framework(server, path, calendar)
    const request = get(path)
    const turnOf = (one: typeof server) => ({ server: one, request: () => request })
    const done = await alternately(
      {
        ours: turnOf(server),
        bare: turnOf(bare),
        framework: turnOf(framework),
        ...(before !== undefined && { before: turnOf(before) }),
      },
      stage.seconds,
    )
    measured.push({
      findings: [
        {
          what: `single event by ${by}, repeated`,
          target: { is: 'at least', value: 0.85, of: '× the framework' },
          measured: ratio(done.ours, done.framework),
          processor: processorRatio(done.ours, done.framework),
          before: done.before && ratio(done.ours, done.before),
        },
      ],
      figures: [
        { what: `single event by ${by}, repeated`, load: done.ours },
        { what: `bare, the same bytes and headers`, load: done.bare },
        { what: `the framework, the same bytes and headers`, load: done.framework },
      ],
    })
  }
  return {
    findings: measured.flatMap(({ findings }) => findings),
    figures: measured.flatMap(({ figures }) => figures),
  }
}

export const single: Case = {
  name: 'single',
  method: 'One event over 8 connections, beside the framework as in the case *list*.',
  run,
}
