/**
 * A client that writes continuously and records the acknowledgements. Each item has one writer, and all parts of a
 * write contain the same stamp, so that a partial write is detected.
 */

import { within } from '../../test/support/within.ts'

interface Asked {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly key?: string
}

export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a trial reads answers of every shape
  readonly body: any
}

/** A possible state of an event: deleted, or with the stamp of a write. */
export interface State {
  readonly stamp: string
  readonly status: 'publish' | 'trash' | 'gone'
}

/** An event as its writer knows it. */
export interface Item {
  readonly id: number
  readonly key: string
  readonly created: Asked
  /** The last acknowledged state. */
  kept: State
}

/** A write that was sent and not acknowledged. */
export interface Doubt {
  readonly asked: Asked
  readonly item: Item | undefined
  readonly next: State
}

export interface Writer {
  readonly name: string
  readonly items: Item[]
  /** The one write with an unknown result. */
  doubt: Doubt | undefined
  written: number
}

/** What the service reported during the writes. */
export interface Log {
  readonly violations: string[]
  readonly revisions: Set<number>
  acknowledged: number
  unavailable: number
}

export type Ask = (method: string, path: string, body?: object, key?: string) => Promise<Answered>

/** Seconds. */
const PATIENCE = 60

/** Sends requests to the service at an address. Rejects without a complete response, naming the request. */
export function asking(address: () => string): Ask {
  const answered = async (path: string, sent: RequestInit): Promise<Answered> => {
    const answer = await fetch(`${address()}${path}`, sent)
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }
  return async (method, path, body, key) => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return within(PATIENCE, 'an answer', answered(path, sent)).catch((cause) => {
      throw new Error(`${method} ${path} got no response: ${cause}`, { cause })
    })
  }
}

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/** Returns the body of a write with the stamp in every part. */
function stamped(stamp: string): object {
  return {
    title: `T ${stamp}`,
    description: `<p>D ${stamp}</p>`,
    excerpt: `E ${stamp}`,
    start_date: '2027-05-04 18:00:00',
    end_date: '2027-05-04 20:00:00',
    venue: { venue: `V ${stamp}` },
    organizer: [{ organizer: `O ${stamp}` }],
    categories: [`C ${stamp}`, 'Common'],
    tags: [`G ${stamp.slice(0, -1)}`, 'shared'],
  }
}

/** Returns the next write of a client. */
function nextWrite(writer: Writer): Doubt {
  const stamp = `${writer.name}x${writer.written}z`
  const item =
    Math.random() < 0.45 ? undefined : pick(writer.items.filter(({ kept }) => kept.status !== 'gone'))
  if (item === undefined) {
    const asked: Asked = { method: 'POST', path: '/events', body: stamped(stamp), key: `key ${stamp}` }
    return { asked, item, next: { stamp, status: 'publish' } }
  }
  const path = `/events/${item.id}`
  if (Math.random() < 0.7)
    return {
      asked: { method: 'PATCH', path, body: { ...stamped(stamp), status: 'publish' } },
      item,
      next: { stamp, status: 'publish' },
    }
  if (item.kept.status === 'trash' || Math.random() < 0.3)
    return {
      asked: { method: 'DELETE', path: `${path}?force=true` },
      item,
      next: { ...item.kept, status: 'gone' },
    }
  return { asked: { method: 'DELETE', path }, item, next: { ...item.kept, status: 'trash' } }
}

/** Counts an acknowledged write. Each must have its own revision. */
export function note({ headers }: Answered, stamp: string, log: Log): void {
  const revision = Number(headers.get('x-fasti-revision'))
  if (log.revisions.has(revision))
    log.violations.push(`revision ${revision} was given twice, again to ${stamp}`)
  log.revisions.add(revision)
  log.acknowledged += 1
}

/** Records an acknowledgement. */
function acknowledge(writer: Writer, { asked, item, next }: Doubt, answer: Answered, log: Log): void {
  const { status, body } = answer
  note(answer, next.stamp, log)
  if (item !== undefined) item.kept = next
  else if (status === 201)
    writer.items.push({ id: body.id, key: asked.key ?? '', created: asked, kept: next })
}

/** Writes until told to stop or until the service is gone. */
export async function write(writer: Writer, ask: Ask, log: Log, isOver: () => boolean): Promise<void> {
  while (!isOver() && writer.doubt === undefined) {
    const doubt = nextWrite(writer)
    writer.written += 1
    writer.doubt = doubt
    const { method, path, body, key } = doubt.asked
    const answer = await ask(method, path, body, key).catch(() => undefined)
    if (answer === undefined) return
    if (answer.status < 300) {
      acknowledge(writer, doubt, answer, log)
      writer.doubt = undefined
    } else if (answer.status === 503) log.unavailable += 1
    else
      log.violations.push(
        `${method} ${path} ${doubt.next.stamp}: ${answer.status} ${JSON.stringify(answer.body)}`,
      )
  }
}
