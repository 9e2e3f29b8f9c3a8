/**
 * A client that writes continuously and records the acknowledgements. Each item has one writer, and all parts of a
 * write contain the same stamp, so that a partial write is detected.
 */
import { within } from '../../test/support/within.ts'

interface WriteRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
  readonly key?: string
}

export interface JsonResponse {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a trial reads responses of every shape
  readonly body: any
}

/** A possible state of an event: deleted, or with the stamp of a write. */
interface State {
  readonly stamp: string
  readonly status: 'publish' | 'trash' | 'gone'
}

/** An event as its writer knows it. */
interface Item {
  readonly id: number
  readonly key: string
  readonly created: WriteRequest
  /** The last acknowledged state. */
  kept: State
}

/** A write that was sent and not acknowledged. */
interface Doubt {
  readonly request: WriteRequest
  readonly item: Item | undefined
  readonly next: State
}

export interface WriteStamp {
  readonly name: string
  readonly items: Item[]
  /** The one write with an unknown result. */
  doubt: Doubt | undefined
  written: number
}

/** The reports of the service during the writes. */
export interface Log {
  readonly violations: string[]
  readonly revisions: Set<number>
  acknowledged: number
  unavailable: number
}

export type Send = (method: string, path: string, body?: object, key?: string) => Promise<JsonResponse>

/** Seconds. */
const PATIENCE = 60

/** Sends requests to the service at an address. Rejects without a complete response, naming the request. */
export function sender(address: () => string): Send {
  const fetchJson = async (path: string, sent: RequestInit): Promise<JsonResponse> => {
    const response = await fetch(`${address()}${path}`, sent)
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
  return async (method, path, body, key) => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const sent = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return within(PATIENCE, 'a response', fetchJson(path, sent)).catch((cause) => {
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
function nextWrite(writer: WriteStamp): Doubt {
  const stamp = `${writer.name}x${writer.written}z`
  const item =
    Math.random() < 0.45 ? undefined : pick(writer.items.filter(({ kept }) => kept.status !== 'gone'))
  if (item === undefined) {
    const request: WriteRequest = {
      method: 'POST',
      path: '/events',
      body: stamped(stamp),
      key: `key ${stamp}`,
    }
    return { request, item, next: { stamp, status: 'publish' } }
  }
  const path = `/events/${item.id}`
  if (Math.random() < 0.7)
    return {
      request: { method: 'PATCH', path, body: { ...stamped(stamp), status: 'publish' } },
      item,
      next: { stamp, status: 'publish' },
    }
  if (item.kept.status === 'trash' || Math.random() < 0.3)
    return {
      request: { method: 'DELETE', path: `${path}?force=true` },
      item,
      next: { ...item.kept, status: 'gone' },
    }
  return { request: { method: 'DELETE', path }, item, next: { ...item.kept, status: 'trash' } }
}

/** Counts an acknowledged write. Each must have its own revision. */
export function note({ headers }: JsonResponse, stamp: string, log: Log): void {
  const revision = Number(headers.get('x-fasti-revision'))
  if (log.revisions.has(revision))
    log.violations.push(`revision ${revision} was given twice, again to ${stamp}`)
  log.revisions.add(revision)
  log.acknowledged += 1
}

/** Records an acknowledgement. */
function acknowledge(
  writer: WriteStamp,
  { request, item, next }: Doubt,
  response: JsonResponse,
  log: Log,
): void {
  const { status, body } = response
  note(response, next.stamp, log)
  if (item !== undefined) item.kept = next
  else if (status === 201)
    writer.items.push({ id: body.id, key: request.key ?? '', created: request, kept: next })
}

/** Writes until `isOver` or until the service is gone. */
export async function write(writer: WriteStamp, send: Send, log: Log, isOver: () => boolean): Promise<void> {
  while (!isOver() && writer.doubt === undefined) {
    const doubt = nextWrite(writer)
    writer.written += 1
    writer.doubt = doubt
    const { method, path, body, key } = doubt.request
    const response = await send(method, path, body, key).catch(() => undefined)
    if (response === undefined) return
    if (response.status < 300) {
      acknowledge(writer, doubt, response, log)
      writer.doubt = undefined
    } else if (response.status === 503) log.unavailable += 1
    else
      log.violations.push(
        `${method} ${path} ${doubt.next.stamp}: ${response.status} ${JSON.stringify(response.body)}`,
      )
  }
}

// Verifies after a crash that every acknowledged write is stored, and each other one completely or not at all.

/** Returns the state of an event; undefined if its parts come from different writes. */
function stateOf({ status, body }: JsonResponse): State | undefined {
  if (status === 404) return { stamp: '', status: 'gone' }
  if (status !== 200) return undefined
  const stamp = /^T (\S+)$/.exec(body.title)?.[1] ?? '?'
  const parts = [
    body.title === `T ${stamp}`,
    body.description === `<p>D ${stamp}</p>`,
    body.excerpt === `E ${stamp}`,
    body.venue.venue === `V ${stamp}`,
    body.organizer[0]?.organizer === `O ${stamp}`,
    body.categories.length === 2 &&
      body.categories.some((one: { name: string }) => one.name === `C ${stamp}`),
    body.tags.length === 2,
  ]
  return parts.every((isOne) => isOne) ? { stamp, status: body.status } : undefined
}

const isSame = (a: State, b: State) => a.status === b.status && (a.status === 'gone' || a.stamp === b.stamp)

/** Checks that an event is as its writer knows it, or as the unacknowledged write would leave it. */
async function verifyItem(item: Item, doubt: Doubt | undefined, send: Send, log: Log): Promise<void> {
  const response = await send('GET', `/events/${item.id}`)
  const found = stateOf(response)
  const allowed = [item.kept, ...(doubt?.item === item ? [doubt.next] : [])]
  const was = found && allowed.find((one) => isSame(one, found))
  if (was === undefined)
    log.violations.push(
      `event ${item.id} is ${JSON.stringify(found ?? response.body)}, not ${JSON.stringify(allowed)}`,
    )
  else item.kept = was
}

const total = async (send: Send, path: string) => (await send('GET', path)).body.total as number

/** Returns how many items of one write exist of each kind, found by text search. */
async function found(send: Send, stamp: string): Promise<readonly number[]> {
  return [
    await total(send, `/events?start_date=2027-01-01&search=${stamp}`),
    await total(send, `/venues?search=${stamp}`),
    await total(send, `/organizers?search=${stamp}`),
    await total(send, `/categories?hide_empty=false&search=${stamp}`),
  ]
}

/** Repeats an unacknowledged create under its key. Then it must exist once, with everything it creates. */
async function verifyCreate(
  writer: WriteStamp,
  { request, next }: Doubt,
  send: Send,
  log: Log,
): Promise<void> {
  const before = await found(send, next.stamp)
  if (new Set(before).size > 1) log.violations.push(`${next.stamp} exists in part: ${before.join()}`)
  const { status, headers, body } = await send('POST', request.path, request.body, request.key)
  const isReplayed = headers.get('idempotency-replayed') === 'true'
  if (status !== 201 || isReplayed !== (before[0] === 1))
    log.violations.push(
      `${next.stamp} again: ${status}, replayed ${isReplayed}, found before ${before.join()}`,
    )
  const after = await found(send, next.stamp)
  if (after.some((one) => one !== 1)) log.violations.push(`${next.stamp} exists ${after.join()} times`)
  if (status === 201) writer.items.push({ id: body.id, key: request.key ?? '', created: request, kept: next })
}

/** An acknowledged create must return the same under its key, and create nothing. */
async function verifyKey({ id, created, key }: Item, send: Send, log: Log): Promise<void> {
  const { status, headers, body } = await send('POST', created.path, created.body, key)
  if (status !== 201 || body.id !== id || headers.get('idempotency-replayed') !== 'true')
    log.violations.push(`the key of event ${id} returns ${status} with event ${body.id}`)
}

const KEYS_TRIED = 2

/** Compares the items of a client with the stored ones, and clears its unacknowledged write. */
export async function verify(
  writer: WriteStamp,
  send: Send,
  log: Log,
  items: readonly Item[],
): Promise<void> {
  const { doubt } = writer
  if (doubt !== undefined && doubt.item === undefined) await verifyCreate(writer, doubt, send, log)
  const newest = writer.items.slice(-KEYS_TRIED)
  for (const item of newest) await verifyKey(item, send, log)
  for (const item of new Set([...items, ...newest, ...(doubt?.item === undefined ? [] : [doubt.item])]))
    await verifyItem(item, doubt, send, log)
  if (doubt?.item !== undefined && doubt.request.method === 'PATCH') {
    const made = await total(send, `/venues?search=${doubt.next.stamp}`)
    const wanted = doubt.item.kept.stamp === doubt.next.stamp ? 1 : 0
    if (made !== wanted) log.violations.push(`${doubt.next.stamp} left ${made} venues, not ${wanted}`)
  }
  writer.doubt = undefined
}
