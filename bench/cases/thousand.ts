/** A thousand different lists in turn: cached events, but no cached response. */

import { Temporal } from 'temporal-polyfill'
import { anyName } from '../calendar.ts'
import { type Case, type Finding, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import type { Server } from '../processes.ts'
import { alternately, type Medians, ratio, type Turn } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

const LISTS = 1000
/** The first list begins this many days before today. */
const BEFORE = 300

const today = Temporal.Now.plainDateISO('UTC')
const paths = Array.from({ length: LISTS }, (_, at) => {
  const from = today.add({ days: at - BEFORE })
  return `${BASE}?start_date=${from}&end_date=${from.add({ days: 200 })}`
})

/** Creates an event that is in many of the lists. Throws if that fails. */
async function write(server: Server, token: string): Promise<void> {
  const day = today.add({ days: 100 })
  const body = { title: anyName(), start_date: `${day} 18:00:00`, end_date: `${day} 20:00:00` }
  const response = await fetch(`http://127.0.0.1:${server.port}${BASE}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`the create returned ${response.status}`)
}

/** Requests all lists in turn. Each pass begins with a write, so that no cached response is still valid. */
function askedBefore(server: Server, token: string): Turn {
  const requests = paths.map((path) => get(path))
  let at = 0
  return {
    server,
    request() {
      if (at % LISTS === 0) void write(server, token)
      at += 1
      return requests[at % LISTS] ?? requests[0] ?? get(BASE)
    },
  }
}

/** Requests all lists in turn, with an ignored arg that differs each time: no request repeats an earlier one. */
function neverAsked(server: Server): Turn {
  let at = 0
  return {
    server,
    request() {
      at += 1
      return get(`${paths[at % LISTS]}&again=${at}`)
    },
  }
}

interface Done {
  readonly ours: Medians
  readonly bare: Medians
  readonly before?: Medians
}

const findingOf = (what: string, { ours, bare, before }: Done): Finding => ({
  what,
  target: { is: 'at least', value: 0.35, of: '× bare' },
  measured: ratio(ours, bare),
  processor: processorRatio(ours, bare),
  before: before && ratio(ours, before),
})

async function run(stage: Stage): Promise<Measured> {
  const calendar = stage.small()
  const server = await stage.serve(calendar)
  const before = await stage.serveBefore()
  const bare = await stage.bare(server, paths[BEFORE] ?? BASE)
  const request = get(BASE)
  const compare = async (turnOf: (one: Server) => Turn): Promise<Done> =>
    alternately(
      {
        ours: turnOf(server),
        bare: { server: bare, request: () => request },
        ...(before !== undefined && { before: turnOf(before) }),
      },
      stage.seconds,
    )
  for (const one of before === undefined ? [server] : [server, before])
    for (const path of paths) await fetchOnce(one, path)
  const known = await compare((one) => askedBefore(one, calendar.token))
  const unknown = await compare(neverAsked)
  return {
    findings: [
      findingOf('1,000 lists in turn, requested before, a write before each pass', known),
      findingOf('1,000 lists in turn, each request new', unknown),
    ],
    figures: [
      { what: '1,000 lists requested before, after a write', load: known.ours },
      { what: '1,000 lists, each request new', load: unknown.ours },
    ],
  }
}

export const thousand: Case = {
  name: 'thousand',
  method: `Windows of 200 days that begin on 1,000 days in turn, 10 events each. *Requested before*: a write before each pass
invalidates the cached responses; the queries are known, and the responses are rebuilt from the event JSON cache.
*Each request new*: every request has an ignored arg with a new value; nothing is written, and everything
but the JSON of the events is computed.`,
  run,
}
