/** The kinds of requests that are measured when no earlier request was the same. */
import { Temporal } from 'temporal-polyfill'
import { publishedId } from './calendar.ts'
import { CATEGORY, words } from './linked.ts'
import { BASE, FEW } from './stage.ts'

/** Ids of events that are all in memory after the warm-up. */
export const IN_MEMORY = 1500
const KNOWN = 50

const today = Temporal.Now.plainDateISO('UTC')
const day = (at: number) => today.add({ days: at % 300 })

/** Returns the path of an event of the small calendar: of another one in each of `FEW` requests. */
export const eventPath = (at: number) => `${BASE}/${publishedId((at * 7919) % FEW)}?again=${at}`

/** Returns the path of the page of such an event. */
export const eventPagePath = (at: number) => `/event/event-${publishedId((at * 7919) % FEW)}/?again=${at}`

/** A kind of request that is never the same as an earlier one. */
export interface Question {
  readonly what: string
  /** Whether the first requests after a start show as many new events as those of a warm server. */
  readonly sameWorkWhenWarm: boolean
  /** Whether only the large calendar has so many items that each request can show another. */
  readonly onlyOfMany?: boolean
  /** The maximum processor time of a request, in microseconds; in the large calendar, too, unless `mostOfMany` says another. */
  readonly most: number
  readonly mostOfMany?: number
  /** The minimum throughput relative to bare node:http, if there is such a target. */
  readonly bare?: number
  /** `at` differs each time, so that no request repeats an earlier one; `events` is the size of the calendar. */
  path(at: number, events: number): string
}

/** All kinds of requests that are measured when they are new. */
export const questions: readonly Question[] = [
  {
    what: 'list of a window',
    sameWorkWhenWarm: false,
    most: 100,
    bare: 0.35,
    path: (at) => `${BASE}?start_date=${day(at)}&end_date=${day(at).add({ days: 200 })}&again=${at}`,
  },
  {
    what: 'list of a category',
    sameWorkWhenWarm: true,
    most: 100,
    bare: 0.35,
    path: (at) => `${BASE}?categories=${CATEGORY}&again=${at}`,
  },
  {
    what: 'search for a known word',
    sameWorkWhenWarm: true,
    most: 100,
    bare: 0.35,
    path: (at) => `${BASE}?search=${words[100 + (at % KNOWN)]}&again=${at}`,
  },
  {
    what: 'single event by id, in memory',
    sameWorkWhenWarm: false,
    most: 60,
    path: (at) => `${BASE}/${publishedId((at * 7919) % IN_MEMORY)}?again=${at}`,
  },
  {
    what: 'single event by slug, in memory',
    sameWorkWhenWarm: false,
    most: 60,
    path: (at) => `${BASE}/by-slug/event-${publishedId((at * 7919) % IN_MEMORY)}?again=${at}`,
  },
  {
    what: 'single event by id, not in memory',
    sameWorkWhenWarm: true,
    onlyOfMany: true,
    most: 400,
    path: (at, events) => `${BASE}/${publishedId((at * 7919) % events)}?again=${at}`,
  },
  {
    what: 'month page',
    sameWorkWhenWarm: true,
    most: 1500,
    mostOfMany: 4000,
    path: (at) =>
      `/calendar/${day(at * 30)
        .toString()
        .slice(0, 7)}/?again=${at}`,
  },
  {
    what: 'event page',
    sameWorkWhenWarm: true,
    most: 1200,
    path: eventPagePath,
  },
]
