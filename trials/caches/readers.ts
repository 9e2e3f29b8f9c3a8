/** Readers and a writer of one calendar, who check that nobody sees what is older than a purge, or what is not public. */
import type { PassedPurge } from './relay.ts'

const BASE = '/cal/events/v1'
/** The title of the events that are never public. */
export const SECRET = 'Kept from the public'
export const EVENTS = 200

/** One write of an event: its number in the title, the revision, and when it was acknowledged. */
interface Written {
  readonly id: number
  readonly number: number
  readonly revision: number
  readonly at: number
}

export interface Findings {
  asked: number
  hits: number
  refused: number
  writes: number
  readonly faults: string[]
}

export interface Reading {
  readonly port: number
  readonly authorization: string
  readonly passed: readonly PassedPurge[]
  /** Milliseconds for which a cache that is not purged may keep an answer. */
  readonly keepsFor: number
  readonly findings: Findings
  readonly written: Written[]
}

const rest = (milliseconds: number) => new Promise((resume) => setTimeout(resume, milliseconds))
const paths = [
  '/events?page=',
  '/events/',
  '/events/',
  '/events/',
  '//calendar/agenda?page=',
  '//event/event-',
]

/** Writes the title of one event after the other through the service at `port`, until `isOver`. */
export async function write(
  { authorization, findings, written }: Reading,
  port: () => number,
  isOver: () => boolean,
): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const id = 1 + ((number * 7) % EVENTS)
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ description: `Number ${number}.` })
    const options = { method: 'PATCH', headers, body }
    const answer = await fetch(`http://127.0.0.1:${port()}${BASE}/events/${id}`, options).catch(
      () => undefined,
    )
    await answer?.arrayBuffer()
    if (answer?.status === 200) {
      const revision = Number(answer.headers.get('x-fasti-revision'))
      written.push({ id, number, revision, at: performance.now() })
      findings.writes += 1
    }
    await rest(100)
  }
}

/** The number that a reader who asks now for an event must see at least. */
function leastNumber({ written, passed, keepsFor }: Reading, id: number, now: number): number {
  const purged = Math.max(0, ...passed.slice(-20).map(({ upTo, at }) => (at < now ? upTo : 0)))
  const isDue = ({ revision, at }: Written) => (keepsFor > 0 ? at < now - keepsFor : revision <= purged)
  return written.findLast((one) => one.id === id && isDue(one))?.number ?? 0
}

/** Reads through the cache until `isOver`: now and then with a token, as an editor. */
export async function read(reading: Reading, isOver: () => boolean, seed: number): Promise<void> {
  const { port, authorization, findings } = reading
  for (let at = seed; !isOver(); at++) {
    const path = paths[at % paths.length] ?? ''
    const id = 1 + ((at * at * 31) % (path.includes('page') ? 5 : 40))
    const url = `http://127.0.0.1:${port}${path.startsWith('//') ? path.slice(1) : `${BASE}${path}`}${id}${path === '//event/event-' ? '/' : ''}`
    const isEditor = at % 10 === 0
    const least = leastNumber(reading, id, performance.now())
    const headers = {
      ...(isEditor && { authorization }),
      accept: path.startsWith('//') ? 'text/html' : '*/*',
    }
    const answer = await fetch(url, { headers, redirect: 'manual' }).catch(() => undefined)
    const text = (await answer?.text().catch(() => '')) ?? ''
    if (answer === undefined || answer.status >= 500) findings.refused += 1
    else if (!isEditor) {
      findings.asked += 1
      if (answer.headers.get('x-cache') === 'HIT') findings.hits += 1
      if (text.includes(SECRET)) findings.faults.push(`${url} showed what is not public`)
      const shown = Number(/Number (\d+)\./.exec(text)?.[1] ?? 0)
      if (!path.includes('page') && answer.status === 200 && shown < least)
        findings.faults.push(`${url} showed ${shown}, older than ${least}`)
    } else if (answer.headers.get('x-cache') === 'HIT') findings.faults.push(`${url} was kept for an editor`)
    await rest(2)
  }
}
