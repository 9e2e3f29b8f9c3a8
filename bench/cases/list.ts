/** The default list, requested repeatedly. */
import { type Case, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import { alternately, ratio } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

const request = get(BASE)

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  const server = await stage.serve(calendar)
  await fetchOnce(server, BASE)
  const before = await stage.serveBefore()
  const bare = await stage.bare(server, BASE)
  const framework = await stage.framework(server, BASE, calendar)
  const barest = await stage.bare(server, BASE, ['content-type'])
  const turnOf = (one: typeof server) => ({ server: one, request: () => request })
  const done = await alternately(
    {
      ours: turnOf(server),
      bare: turnOf(bare),
      framework: turnOf(framework),
      barest: turnOf(barest),
      ...(before !== undefined && { before: turnOf(before) }),
    },
    stage.seconds,
  )
  return {
    findings: [
      {
        what: 'default `GET /events`, repeated',
        target: { is: 'at least', value: 0.85, of: '× the framework' },
        measured: ratio(done.ours, done.framework),
        processor: processorRatio(done.ours, done.framework),
        before: done.before && ratio(done.ours, done.before),
      },
    ],
    figures: [
      { what: 'default list, repeated', load: done.ours },
      { what: 'bare, the same bytes and headers', load: done.bare },
      { what: 'the framework, the same bytes and headers', load: done.framework },
      { what: 'bare, the same bytes, only Content-Type', load: done.barest },
    ],
    notes: [
      `The default list reaches ${ratio(done.ours, done.barest).toFixed(2)} × of the bare server without headers other than Content-Type.`,
    ],
  }
}

export const list: Case = {
  name: 'list',
  method: `One request over 8 connections: 10 events with venue, organizer, 2 categories and 3 tags each. *The framework* is Fastify with the logger, the rate
limit, the metrics and the check for writes of the service, which sends the same body and headers before any route runs. Until November 2026 the target
was 0.85 × bare: the framework itself reaches 0.68 × bare by processor time.`,
  run,
}
