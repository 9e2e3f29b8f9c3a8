/** Verifies after a crash that every acknowledged write is stored, and each other one completely or not at all. */
import type { Doubt, Item, JsonResponse, Log, Send, State, WriteStamp } from './writer.ts'

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
