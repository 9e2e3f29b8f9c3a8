/** The default list, requested conditionally by clients that have it. */
import { type Case, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import { alternately, ratio } from '../rounds.ts'
import { BASE, type Stage } from '../stage.ts'

async function run(stage: Stage): Promise<Measured> {
  const server = await stage.serve(stage.small())
  const before = await stage.serveBefore()
  const conditional = async ({ port }: typeof server) => {
    const url = `http://127.0.0.1:${port}${BASE}`
    // Without encodings, like the load: each encoding has its own ETag.
    const plain = { 'Accept-Encoding': 'identity' }
    const etag = (await fetch(url, { headers: plain })).headers.get('etag') ?? ''
    const { status } = await fetch(url, { headers: { ...plain, 'If-None-Match': etag } })
    if (status !== 304) throw new Error(`the conditional request returned ${status}`)
    return get(BASE, { 'If-None-Match': etag })
  }
  const [whole, known] = [get(BASE), await conditional(server)]
  const knownBefore = before && (await conditional(before))
  const done = await alternately(
    {
      known: { server, request: () => known },
      whole: { server, request: () => whole },
      ...(before !== undefined &&
        knownBefore !== undefined && { before: { server: before, request: () => knownBefore } }),
    },
    stage.seconds,
  )
  return {
    findings: [
      {
        what: 'the same with `If-None-Match`: 304',
        target: { is: 'at least', value: 1, of: '× the full response' },
        measured: ratio(done.known, done.whole),
        processor: processorRatio(done.known, done.whole),
        before: done.before && ratio(done.known, done.before),
      },
    ],
    figures: [{ what: 'default list, conditional: 304', load: done.known }],
  }
}

export const notModified: Case = {
  name: 'not-modified',
  method: 'The default list with its ETag as If-None-Match, alternating with the same request without it.',
  run,
}
