/**
 * A client that writes series continuously: it creates weekly ones, and changes one occurrence, this and the following ones,
 * and all. Every event that a change covers gets the stamp of the change in its title, its description and its venue, so that
 * a partial change is detected.
 */
import { type JsonResponse, type Log, note, type Send } from './writer.ts'

/** Occurrences of a series, all within the years that are created at once. */
const COUNT = 6
/** A client writes to its newest series. The others must stay unchanged. */
const WRITTEN_TO = 3

/** An occurrence as its writer knows it. */
interface Occurrence {
  readonly stamp: string
  /** Whether it was changed alone: later changes of the series leave it as it is (contract §10.3). */
  readonly isOwn: boolean
  /** Occurrences of one series have the same number. */
  readonly part: number
}

/** A series and those that were cut off from it; `kept` is the last acknowledged state, in the order of `ids`. */
interface Chain {
  readonly ids: readonly number[]
  readonly created: SeriesAct
  kept: readonly Occurrence[]
}

interface SeriesAct {
  readonly stamp: string
  readonly method: 'POST' | 'PATCH'
  readonly path: string
  readonly body: object
  readonly key?: string
}

/** An act that was sent and not acknowledged: `next` is the state that it would leave. */
interface SeriesDoubt {
  readonly act: SeriesAct
  readonly chain: Chain | undefined
  readonly next: readonly Occurrence[]
}

export interface SeriesWriter {
  readonly name: string
  readonly chains: Chain[]
  doubt: SeriesDoubt | undefined
  written: number
}

/** Returns a client that has written nothing yet. */
export const seriesWriter = (name: string): SeriesWriter => ({
  name,
  chains: [],
  doubt: undefined,
  written: 0,
})

const stamped = (stamp: string) => ({
  title: `S ${stamp}`,
  description: `<p>D ${stamp}</p>`,
  venue: { venue: `V ${stamp}` },
})

const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

function creation(stamp: string): SeriesDoubt {
  const [start_date, end_date] = ['2027-05-04 18:00:00', '2027-05-04 20:00:00']
  const recurrence = `RRULE:FREQ=WEEKLY;COUNT=${COUNT}`
  const body = { ...stamped(stamp), start_date, end_date, recurrence }
  const next = Array.from({ length: COUNT }, () => ({ stamp, isOwn: false, part: 0 }))
  const act = { stamp, method: 'POST', path: '/events', body, key: `key ${stamp}` } as const
  return { act, chain: undefined, next }
}

/** Changes one occurrence, it and those that follow, or all of its series. */
function change(chain: Chain, at: number, stamp: string): SeriesDoubt {
  const { kept, ids } = chain
  const apply_to = pick(['this', 'following', 'all']) ?? 'all'
  const part = kept[at]?.part ?? 0
  const isFirst = kept.findIndex((one) => one.part === part) === at
  const newPart = Math.max(...kept.map((one) => one.part)) + 1
  const next = kept.map((one, index) => {
    if (apply_to === 'this') return index === at ? { ...one, stamp, isOwn: true } : one
    if (one.part !== part || (apply_to === 'following' && index < at)) return one
    const isCut = apply_to === 'following' && !isFirst
    return { ...one, ...(one.isOwn ? {} : { stamp }), part: isCut ? newPart : one.part }
  })
  const body = { ...stamped(stamp), apply_to }
  return { act: { stamp, method: 'PATCH', path: `/events/${ids[at]}`, body }, chain, next }
}

function nextAct(writer: SeriesWriter): SeriesDoubt {
  const stamp = `${writer.name}x${writer.written}z`
  const chain = Math.random() < 0.3 ? undefined : pick(writer.chains.slice(-WRITTEN_TO))
  const open = chain?.kept.flatMap(({ isOwn }, at) => (isOwn ? [] : [at])) ?? []
  const at = pick(open)
  return chain === undefined || at === undefined ? creation(stamp) : change(chain, at, stamp)
}

/** The events of a series in the order of their dates; `filter` selects them. */
async function eventsBy(filter: string, send: Send): Promise<JsonResponse['body'][]> {
  const { status, body } = await send('GET', `/events?${filter}&starts_after=2027-01-01&per_page=50`)
  if (status !== 200) throw new Error(`events by ${filter}: ${status} ${JSON.stringify(body)}`)
  return body.events
}

async function remember(
  { chains }: SeriesWriter,
  { act, next }: SeriesDoubt,
  response: JsonResponse,
  send: Send,
) {
  const events = await eventsBy(`series=${response.body.series.id}`, send)
  chains.push({ ids: events.map(({ id }) => id), created: act, kept: next })
  return events.length
}

/** Writes series until `isOver` or until the service is gone. */
export async function writeSeries(
  writer: SeriesWriter,
  send: Send,
  log: Log,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver() && writer.doubt === undefined) {
    const doubt = nextAct(writer)
    const { method, path, body, key } = doubt.act
    writer.written += 1
    writer.doubt = doubt
    const response = await send(method, path, body, key).catch(() => undefined)
    if (response === undefined) return
    if (response.status === 503) {
      // The worker that got the request lost its writer, which may have written.
      log.unavailable += 1
      return
    }
    if (response.status >= 300)
      return void log.violations.push(
        `${method} ${path} ${doubt.act.stamp}: ${response.status} ${JSON.stringify(response.body)}`,
      )
    note(response, doubt.act.stamp, log)
    if (doubt.chain !== undefined) doubt.chain.kept = doubt.next
    // If the acknowledged series can't be read now, it is read after the crash.
    else if ((await remember(writer, doubt, response, send).catch(() => undefined)) === undefined) return
    writer.doubt = undefined
  }
}

/** The stamp of an event; '?' where its parts come from different acts. */
function stampOf({ title, description, venue }: JsonResponse['body']): string {
  const stamp = /^S (\S+)$/.exec(title)?.[1] ?? '?'
  return description === `<p>D ${stamp}</p>` && venue.venue === `V ${stamp}` ? stamp : '?'
}

/** Numbers the series of events in the order in which they appear. */
function parts(series: readonly unknown[]): string {
  const seen = [...new Set(series)]
  return series.map((one) => seen.indexOf(one)).join()
}

const shown = (state: readonly Occurrence[]) =>
  `${state.map(({ stamp }) => stamp).join()} in ${parts(state.map(({ part }) => part))}`

/** Checks that the events of a chain are as its writer knows them, or as the unacknowledged act would leave them: all of them or none. */
async function verifyChain(
  chain: Chain,
  doubt: SeriesDoubt | undefined,
  send: Send,
  log: Log,
): Promise<void> {
  const events = await eventsBy(`include=${chain.ids.join()}`, send)
  const found = `${events.map(stampOf).join()} in ${parts(events.map(({ series }) => series?.id))}`
  const allowed = [chain.kept, ...(doubt?.chain === chain ? [doubt.next] : [])]
  const was = allowed.find((one) => shown(one) === found)
  if (was === undefined)
    log.violations.push(`series of ${chain.ids.join()}: ${found}, not ${allowed.map(shown).join(' or ')}`)
  else chain.kept = was
}

/** Repeats an unacknowledged create under its key. Then the series exists once, with all of its occurrences. */
async function verifyCreate(writer: SeriesWriter, doubt: SeriesDoubt, send: Send, log: Log): Promise<void> {
  const { act } = doubt
  const before = (await eventsBy(`search=${act.stamp}`, send)).length
  if (before !== 0 && before !== COUNT) log.violations.push(`${act.stamp} has ${before} occurrences`)
  const response = await send(act.method, act.path, act.body, act.key)
  const isReplayed = response.headers.get('idempotency-replayed') === 'true'
  if (response.status !== 201 || isReplayed !== (before === COUNT))
    return void log.violations.push(
      `${act.stamp} again: ${response.status}, replayed ${isReplayed}, ${before} before`,
    )
  const after = await remember(writer, doubt, response, send)
  if (after !== COUNT) log.violations.push(`${act.stamp} again has ${after} occurrences`)
}

/** Compares the newest series of a client, or `all` of them, with the stored ones, and clears its unacknowledged act. */
export async function verifySeries(writer: SeriesWriter, send: Send, log: Log, all = false): Promise<void> {
  const { doubt } = writer
  if (doubt !== undefined && doubt.chain === undefined) await verifyCreate(writer, doubt, send, log)
  const looked = all ? writer.chains : writer.chains.slice(-2 * WRITTEN_TO)
  for (const chain of looked) await verifyChain(chain, doubt, send, log)
  if (doubt?.chain !== undefined) {
    const isDone = doubt.chain.kept === doubt.next
    const { body } = await send('GET', `/venues?search=${doubt.act.stamp}`)
    if (body.total !== Number(isDone))
      log.violations.push(`${doubt.act.stamp} left ${body.total} venues, not ${Number(isDone)}`)
  }
  writer.doubt = undefined
}
