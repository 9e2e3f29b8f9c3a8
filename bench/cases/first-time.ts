/** The processor time of requests that were never sent before. */
import { Temporal } from 'temporal-polyfill'
import { publishedId } from '../calendar.ts'
import { type Case, type Figure, type Finding, type Measured, processorRatio } from '../case.ts'
import { CATEGORY, words } from '../linked.ts'
import { get } from '../load.ts'
import type { Server } from '../processes.ts'
import { alternately, type Medians, ratio } from '../rounds.ts'
import { BASE, type Calendar, FEW, type Stage } from '../stage.ts'

/** Ids of events that are all in memory after the warm-up. */
const IN_MEMORY = 1500
const KNOWN = 50

const today = Temporal.Now.plainDateISO('UTC')
const day = (at: number) => today.add({ days: at % 300 })

interface Question {
  readonly what: string
  /** The maximum processor time of a request, in microseconds; in the large calendar, too, unless `mostOfMany` says another. */
  readonly most: number
  readonly mostOfMany?: number
  /** The minimum throughput relative to bare node:http, if there is such a target. */
  readonly bare?: number
  /** `at` differs each time, so that no request repeats an earlier one; `events` is the size of the calendar. */
  path(at: number, events: number): string
}

const questions: readonly Question[] = [
  {
    what: 'list of a window',
    most: 100,
    bare: 0.35,
    path: (at) => `${BASE}?start_date=${day(at)}&end_date=${day(at).add({ days: 200 })}&again=${at}`,
  },
  {
    what: 'list of a category',
    most: 100,
    bare: 0.35,
    path: (at) => `${BASE}?categories=${CATEGORY}&again=${at}`,
  },
  {
    what: 'search for a known word',
    most: 100,
    bare: 0.35,
    path: (at) => `${BASE}?search=${words[100 + (at % KNOWN)]}&again=${at}`,
  },
  {
    what: 'single event by id, in memory',
    most: 60,
    path: (at) => `${BASE}/${publishedId((at * 7919) % IN_MEMORY)}?again=${at}`,
  },
  {
    what: 'single event by slug, in memory',
    most: 60,
    path: (at) => `${BASE}/by-slug/event-${publishedId((at * 7919) % IN_MEMORY)}?again=${at}`,
  },
  {
    what: 'single event by id, not in memory',
    most: 400,
    path: (at, events) => `${BASE}/${publishedId((at * 7919) % events)}?again=${at}`,
  },
  {
    what: 'month page',
    most: 1500,
    mostOfMany: 4000,
    path: (at) =>
      `/calendar/${day(at * 30)
        .toString()
        .slice(0, 7)}/?again=${at}`,
  },
  {
    what: 'event page',
    most: 1200,
    path: (at) => `/event/event-${publishedId((at * 7919) % FEW)}/?again=${at}`,
  },
]

const sum = (events: number) => events.toLocaleString('en')

/** Measures a kind of request beside the bare server, anonymously and with credentials. */
async function answered(stage: Stage, server: Server, { token }: Calendar, events: number, one: Question) {
  const bare = await stage.bare(server, one.path(0, events))
  let at = 0
  const asking = (to: Server, headers: Readonly<Record<string, string>> = {}) => ({
    server: to,
    request() {
      at += 1
      return get(one.path(at, events), headers)
    },
  })
  return alternately(
    {
      ours: asking(server),
      bare: asking(bare),
      known: asking(server, { Authorization: `Bearer ${token}` }),
    },
    stage.seconds * 0.6,
  )
}

function findingsOf(
  { what, most, mostOfMany = most, bare }: Question,
  events: number,
  done: { readonly ours: Medians; readonly bare: Medians; readonly known: Medians },
): readonly Finding[] {
  const where = `${what}, ${sum(events)} events, each request new`
  const time = (one: Medians) => one.processor ?? Number.NaN
  return [
    {
      what: `${where}: processor time`,
      target: { is: 'at most', value: events === FEW ? most : mostOfMany, of: 'µs' },
      measured: done.ours.processor,
    },
    ...(bare === undefined
      ? []
      : [
          {
            what: where,
            target: { is: 'at least', value: bare, of: '× bare' },
            measured: ratio(done.ours, done.bare),
            processor: processorRatio(done.ours, done.bare),
          } as const,
        ]),
    {
      what: `${where}, with the token of an administrator`,
      target: { is: 'at most', value: 1.5, of: '× the processor time of the public' },
      measured: time(done.known) / time(done.ours),
    },
  ]
}

async function run(stage: Stage): Promise<Measured> {
  const [findings, figures]: [Finding[], Figure[]] = [[], []]
  const sizes: readonly (readonly [number, Calendar])[] = [
    [FEW, stage.small()],
    [stage.many, await stage.large()],
  ]
  for (const [events, calendar] of sizes) {
    const server = await stage.serve(calendar)
    for (const question of questions) {
      const done = await answered(stage, server, calendar, events, question)
      findings.push(...findingsOf(question, events, done))
      figures.push({ what: `${question.what}, ${sum(events)} events`, load: done.ours })
    }
    await stage.clear()
  }
  return { findings, figures }
}

export const firstTime: Case = {
  name: 'first-time',
  method: `Every request has an ignored arg with a new value, so that no response is cached. *In memory*: ${sum(IN_MEMORY)} events in turn;
*not in memory*: all events in turn. The same requests are sent with a token, and to a bare server. Until November 2026 the targets were 200 µs of an event
not in memory and 1 ms of pages: sending alone, with log, limits and rights, takes 150 µs of an event in memory, and stored bytes of each event would
make writes more expensive. A month of the large calendar has a hundred times the events.`,
  run,
}
