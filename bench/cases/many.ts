/** How much slower responses are with many events than with few. */

import { type Case, type Figure, type Finding, type Measured, processorRatio } from '../case.ts'
import { CATEGORY, counts, words } from '../linked.ts'
import { get, load } from '../load.ts'
import { residentMemory, type Server } from '../processes.ts'
import { eventPath } from '../questions.ts'
import { alternately, type Medians, ratio } from '../rounds.ts'
import { BASE, FEW, fetchOnce, type Stage } from '../stage.ts'

const sum = (events: number) => events.toLocaleString('en')
const SEARCHED = words.slice(100, 150)
const SINGLE = 'single event, a different one each time'

/** Each request is new to the response cache: `at` differs each time. */
const questions: Readonly<Record<string, (at: number) => string>> = {
  'default list': (at) => `${BASE}?again=${at}`,
  'list of a category': (at) => `${BASE}?categories=${CATEGORY}&again=${at}`,
  'search for one of fifty words': (at) => `${BASE}?search=${SEARCHED[at % SEARCHED.length]}&again=${at}`,
  [SINGLE]: eventPath,
  'list with `collapse=series`': (at) => `${BASE}?collapse=series&again=${at}`,
  'list of a series': (at) => `${BASE}?series=${1 + (at % counts.series)}&start_date=2000-01-01&again=${at}`,
  'page 1,000 of all': (at) => `${BASE}?start_date=2000-01-01&end_date=2100-01-01&page=1000&again=${at}`,
}

interface Compared {
  readonly many: Medians
  readonly few: Medians
}

const findingsOf = (what: string, { many, few }: Compared): readonly Finding[] => [
  {
    what: `${what}: p50`,
    target: { is: 'at most', value: 1.5, of: `× of ${sum(FEW)} events` },
    measured: ratio(many, few, 'p50'),
  },
  {
    what: `${what}: p99`,
    target: { is: 'at most', value: 3, of: `× of ${sum(FEW)} events` },
    measured: ratio(many, few, 'p99'),
  },
]

/** Returns the milliseconds that the first search for a word takes: for words from the place `at` on. */
async function firstSearch(server: Server, at: number, order = ''): Promise<number> {
  let last = at
  const request = () => {
    last += 1
    return get(`${BASE}?search=${words[last]}${order}`)
  }
  return (await load({ port: server.port, connections: 1, seconds: 1, request })).p50
}

/** Compares the list that shows each series once with the same list without, on one server. */
async function collapsed(server: Server, { many, seconds }: Stage): Promise<Finding> {
  let at = 0
  const list = (query: string) => ({
    server,
    request() {
      at += 1
      return get(`${BASE}?${query}again=x${at}`)
    },
  })
  const done = await alternately({ ours: list('collapse=series&'), plain: list('') }, seconds * 0.6)
  return {
    what: `${sum(many)} events, default list with \`collapse=series\``,
    target: { is: 'at least', value: 0.67, of: '× the same without' },
    measured: ratio(done.ours, done.plain),
    processor: processorRatio(done.ours, done.plain),
  }
}

async function run(stage: Stage): Promise<Measured> {
  const many = await stage.serve(await stage.large())
  const few = await stage.serve(stage.small())
  const findings: Finding[] = []
  const figures: Figure[] = []
  let at = 0
  for (const [what, question] of Object.entries(questions)) {
    for (let first = 0; first < (what === SINGLE ? FEW : SEARCHED.length); first++)
      for (const server of [many, few]) await fetchOnce(server, `${question(first)}&before`)
    const request = () => {
      at += 1
      return get(question(at))
    }
    const done = await alternately(
      { many: { server: many, request }, few: { server: few, request } },
      stage.seconds * 0.6,
    )
    findings.push(...findingsOf(`${sum(stage.many)} events, ${what}`, done))
    figures.push({ what: `${what}, ${sum(stage.many)} events`, load: done.many })
    figures.push({ what: `${what}, ${sum(FEW)} events`, load: done.few })
  }
  findings.push(await collapsed(many, stage))
  const [slow, fast] = [await firstSearch(many, 200), await firstSearch(few, 200)]
  const ranked = await firstSearch(many, 1000, '&orderby=relevance')
  findings.push(
    {
      what: `${sum(stage.many)} events, a word never searched for: p50`,
      target: { is: 'at most', value: 30, of: 'ms' },
      measured: slow,
    },
    {
      what: `${sum(stage.many)} events, a word never searched for, by relevance: p50`,
      target: { is: 'at most', value: 30, of: 'ms' },
      measured: ranked,
    },
    {
      what: `memory with ${sum(stage.many)} events after these loads`,
      target: { is: 'at most', value: 250, of: 'MiB' },
      measured: residentMemory(many.pid),
    },
  )
  const note = `The first search for a word takes ${fast.toFixed(1)} ms among ${sum(FEW)} events (p50, one connection).`
  return { findings, figures, notes: [note] }
}

export const many: Case = {
  name: 'many',
  method: `Two servers alternate, over 8 connections. Every request has an ignored arg with a new value, so that no
response is cached. The fifty words have been searched for before, and the ten thousand single events have been shown.`,
  run,
}
