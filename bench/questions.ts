/** What users ask of a calendar, as requests: each row of the table of docs/performance.md. */
import { Temporal } from 'temporal-polyfill'
import { anyName, CATEGORY, concert, publishedId, singleId, words } from './calendar.ts'
import type { PlainRequest } from './plain.ts'

/** What is measured beside the service: bare `node:http`, the plain server's queries alone, and the plain server. */
export type Beside = 'node' | 'query' | 'plain'

/** The most that a row may take: a ratio to another column, or an amount in its own unit. */
export interface Target {
  readonly most: number
  readonly of: Beside | 'before' | 'own'
}

/** A request, with headers beside those of every request. */
export interface Asked extends PlainRequest {
  readonly headers?: Readonly<Record<string, string>>
}

/** A question that is asked again and again. */
export interface Question {
  readonly what: string
  readonly beside?: readonly Beside[]
  readonly target?: Target
  readonly connections?: number
  /** How many different things there are to ask for: each round asks for an equal part of them, which no earlier request has shown. */
  readonly firsts?: (events: number) => number
  /** The acts in one request; the figures are those of an act. */
  readonly acts?: number
  /** `at` is another number each time, `events` the number of events in the calendar. */
  readonly ask: (at: number, events: number) => Asked
}

/** The addresses of the API. */
export const API = '/cal/events/v1'
const BASE = `${API}/events`
/** The weeks of the years in which there are events, and the name of one, counted from today's. */
const WEEKS = 250
const weekName = (at: number) => {
  const { yearOfWeek, weekOfYear } = today.add({ weeks: at })
  return `${yearOfWeek}-W${String(weekOfYear).padStart(2, '0')}`
}
/** Events that are shown again and again: all of them are in memory. */
const SHOWN = 1500
const all: readonly Beside[] = ['node', 'query', 'plain']
const page: readonly Beside[] = ['node']
const queried: readonly Beside[] = ['query', 'plain']

const get = (path: string, headers = {}): Asked => ({ method: 'GET', path, headers })
const today = Temporal.Now.plainDateISO('UTC')
const day = (at: number) => today.add({ days: at % 300 })
const days = (at: number) => `start_date=${day(at)}&end_date=${day(at).add({ days: 200 })}`
/** The number of an event: the numbers one after the other lead to events far from each other. */
const scattered = (at: number, events: number) => (at * 7919) % events
const known = (at: number) => words[100 + (at % 50)] ?? ''

/** Questions that only read. Those for events that were not shown before come first. */
export const reads: readonly Question[] = [
  {
    what: 'an event that was not shown before',
    beside: all,
    target: { most: 2.5, of: 'plain' },
    firsts: (events) => events,
    ask: (at, events) => get(`${BASE}/${publishedId(scattered(at, events))}`),
  },
  {
    what: 'the page of an event that was not shown before',
    beside: page,
    firsts: (events) => events,
    ask: (at, events) => get(`/event/event-${publishedId(scattered(at + events / 2, events))}/`),
  },
  {
    what: 'an event that was shown before, with a new query',
    beside: all,
    target: { most: 1, of: 'plain' },
    ask: (at) => get(`${BASE}/${publishedId(scattered(at, SHOWN))}?again=${at}`),
  },
  {
    what: 'an event, asked before',
    beside: all,
    target: { most: 1, of: 'plain' },
    ask: () => get(`${BASE}/1`),
  },
  {
    what: 'the list of events, asked before',
    beside: all,
    target: { most: 0.25, of: 'plain' },
    ask: () => get(BASE),
  },
  {
    what: 'the same list, which the client has: 304',
    target: { most: 0.25, of: 'plain' },
    beside: ['plain'],
    ask: () => get(BASE, { 'If-None-Match': '*' }),
  },
  {
    what: 'a list of 200 days, not asked before',
    beside: all,
    target: { most: 0.5, of: 'plain' },
    ask: (at) => get(`${BASE}?${days(at)}&again=${at}`),
  },
  {
    what: 'a list of one category, not asked before',
    beside: all,
    target: { most: 0.5, of: 'plain' },
    ask: (at) => get(`${BASE}?categories=${CATEGORY}&page=${1 + (at % 2)}&again=${at}`),
  },
  {
    what: 'a search for a word, not asked before',
    beside: all,
    target: { most: 1, of: 'plain' },
    ask: (at) => get(`${BASE}?search=${known(at)}&again=${at}`),
  },
  {
    what: 'page 500 of all events, not asked before',
    beside: queried,
    target: { most: 0.5, of: 'plain' },
    ask: (at, events) =>
      get(`${BASE}?start_date=2000-01-01&end_date=2100-01-01&page=${Math.min(500, events / 10)}&again=${at}`),
  },
  {
    what: 'the list as The Events Calendar gives it, not asked before',
    ask: (at) => get(`/wp-json/tribe/events/v1/events?again=${at}`),
  },
  {
    what: 'the first page of the web calendar, asked before',
    beside: page,
    ask: () => get('/', { Accept: 'text/html' }),
  },
  {
    what: 'the page of a week that was not shown before',
    beside: page,
    firsts: () => WEEKS,
    ask: (at) => get(`/calendar/week/${weekName(at % WEEKS)}/`),
  },
  {
    what: 'the page of a month that was shown before, with a new query',
    beside: page,
    ask: (at) =>
      get(
        `/calendar/${day(at * 30)
          .toString()
          .slice(0, 7)}/?again=${at}`,
      ),
  },
  {
    what: 'the .ics of an event that was not shown before',
    beside: page,
    firsts: (events) => events,
    ask: (at, events) => get(`${BASE}/${publishedId(scattered(at, events))}.ics`),
  },
  { what: 'the .ics of the calendar, asked before', connections: 1, ask: () => get(`${BASE}.ics`) },
  // Feeds look only at arguments that they know, so each asks for other days.
  {
    what: 'the .ics of 200 days, not asked before',
    connections: 1,
    ask: (at) => get(`${BASE}.ics?${days(at)}`),
  },
  {
    what: 'the .csv of 200 days, not asked before',
    connections: 1,
    ask: (at) => get(`${BASE}.csv?${days(at)}`),
  },
]

const patch = (at: number, events: number): Asked => ({
  method: 'PATCH',
  path: `${BASE}/${singleId(scattered(at, events))}`,
  body: { title: `Changed ${anyName()}` },
})
const post = (body: object, path = BASE): Asked => ({ method: 'POST', path, body: { ...body } })
const BATCH = 100

/** In the mixed load, every twentieth request is a write, and every tenth of these creates an event. */
const mixedReads: readonly ((at: number, events: number) => string)[] = [
  () => BASE,
  (at, events) => `${BASE}/${publishedId(scattered(at, events))}`,
  (at) => `${BASE}?page=${1 + (at % 10)}`,
  (at) => `${BASE}?categories=${CATEGORY}&page=${1 + (at % 2)}`,
  (at) => `${BASE}?search=${known(at)}`,
]
function mixed(at: number, events: number): Asked {
  if (at % 20 > 0) return get(mixedReads[at % mixedReads.length]?.(at, events) ?? BASE)
  return at % 200 === 0 ? post(concert()) : patch(at, events)
}

/** Questions that write. The mixed load comes first, in a calendar of its size. */
export const writes: readonly Question[] = [
  {
    what: 'reads and writes, 19 to 1, over 48 connections',
    connections: 48,
    beside: ['plain'],
    target: { most: 1.5, of: 'plain' },
    ask: mixed,
  },
  {
    what: 'a change of a title',
    connections: 1,
    beside: queried,
    target: { most: 2, of: 'plain' },
    ask: patch,
  },
  {
    what: 'a new event',
    connections: 1,
    beside: queried,
    target: { most: 2, of: 'plain' },
    ask: () => post(concert()),
  },
  {
    what: 'a new event, one of 32 writers',
    connections: 32,
    beside: ['plain'],
    target: { most: 2, of: 'plain' },
    ask: () => post(concert()),
  },
  {
    what: `a new event in a batch of ${BATCH}`,
    connections: 1,
    acts: BATCH,
    ask: () =>
      post(
        {
          operations: Array.from({ length: BATCH }, () => ({
            method: 'POST',
            path: '/events',
            body: concert(),
          })),
        },
        `${API}/batch`,
      ),
  },
  {
    what: 'a new weekly series of 52 events',
    connections: 1,
    ask: () => post({ ...concert(String(today)), recurrence: 'FREQ=WEEKLY;COUNT=52' }),
  },
]
