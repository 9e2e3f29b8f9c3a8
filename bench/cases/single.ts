/** One event, requested repeatedly by id and by slug. */
import { type Case, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import { alternately, ratio } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

const paths = { id: `${BASE}/7`, slug: `${BASE}/by-slug/event-7` }

async function run(stage: Stage): Promise<Measured> {
  const server = await stage.serve(stage.small())
  const before = await stage.serveBefore()
  const measured: Measured[] = []
  for (const [by, path] of Object.entries(paths)) {
    await fetchOnce(server, path)
    const bare = await stage.bare(server, path)
    const request = get(path)
    const turnOf = (one: typeof server) => ({ server: one, request: () => request })
    const done = await alternately(
      { ours: turnOf(server), bare: turnOf(bare), ...(before !== undefined && { before: turnOf(before) }) },
      stage.seconds,
    )
    measured.push({
      findings: [
        {
          what: `single event by ${by}, repeated`,
          target: { is: 'at least', value: 0.85, of: '× bare' },
          measured: ratio(done.ours, done.bare),
          processor: processorRatio(done.ours, done.bare),
          before: done.before && ratio(done.ours, done.before),
        },
      ],
      figures: [
        { what: `single event by ${by}, repeated`, load: done.ours },
        { what: `bare, the same bytes and headers`, load: done.bare },
      ],
    })
  }
  return {
    findings: measured.flatMap(({ findings }) => findings),
    figures: measured.flatMap(({ figures }) => figures),
  }
}

export const single: Case = { name: 'single', method: 'One event over 8 connections.', run }
