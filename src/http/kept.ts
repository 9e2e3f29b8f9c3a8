/** What is kept of an answer, so that it can be given again. */
import type { Again, Answer } from './asked.ts'
import type { Encoding } from './encodings.ts'
import type { Era } from './eras.ts'
import { etagOf } from './etag.ts'
import { type Wire, wireOf } from './wire.ts'

/** An answer as it went out. */
export interface Ready {
  readonly headers: Readonly<Record<string, string>>
  /** What it is made of, one behind the other. */
  readonly body: readonly Buffer[]
  /** What stands for the body where that is made of pieces. */
  readonly tag: string | undefined
  readonly etag: string
  readonly modified: number | undefined
  readonly encoding: Encoding | undefined
  /** The answer in another era, where memory alone can tell. */
  readonly again: Answer['again']
}

export interface Kept extends Omit<Ready, 'body'> {
  readonly question: string
  body: readonly Buffer[]
  readonly length: number
  readonly wires: { whole?: Wire; notModified?: Wire }
  /** The last one in which it is known to hold. */
  era: Era
  readonly size: number
}

/** What an entry takes besides its bytes. */
const ENTRY = 4096

/** The whole answer on the wire, or that it is known: made when first asked for, which most never are. */
export function wireFor(kept: Kept, isKnown: boolean, keepAlive: number): Wire {
  const { wires, headers, body, length } = kept
  const known = wires[isKnown ? 'notModified' : 'whole']
  if (known !== undefined) return known
  if (isKnown) {
    wires.notModified = wireOf(304, notModifiedOf(headers), [], keepAlive)
    return wires.notModified
  }
  const whole = wireOf(200, headers, body, keepAlive)
  wires.whole = whole
  // Held once, and not beside the wire too.
  kept.body = [whole.bytes.subarray(whole.bytes.length - length)]
  return whole
}

const ofContent = ['content-length', 'content-type', 'content-encoding']

/** The headers of an answer to those who know it. */
export function notModifiedOf(headers: Ready['headers']): Ready['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofContent.includes(name)))
}

/** An answer to a question, to be kept for an era. */
export function keptOf(question: string, ready: Ready, era: Era): Kept {
  const length = ready.body.reduce((sum, bytes) => sum + bytes.length, 0)
  const size = length + question.length + ENTRY
  // Spreads come last, since each key that is new behind one takes a microsecond; so these two are there before.
  const headers: Record<string, string> = { 'content-length': '', 'server-timing': '', ...ready.headers }
  headers['content-length'] = String(length)
  headers['server-timing'] = 'ready'
  const { body, tag, etag, modified, encoding, again } = ready
  return { question, headers, body, length, tag, etag, modified, encoding, again, wires: {}, era, size }
}

/** An answer with what has become of it. */
export function remade(ready: Ready, again: Again): Ready {
  const { headers = {}, pieced } = again.made()
  const { tag, pieces: body } = pieced
  const etag = etagOf(tag, undefined, ready.encoding)
  const changed: Record<string, string> = { ...ready.headers }
  for (const [name, value] of Object.entries(headers)) changed[name.toLowerCase()] = value
  changed.etag = etag
  const { modified, encoding, again: later } = ready
  return { headers: changed, body, tag, etag, modified, encoding, again: later }
}

export interface KeptAnswers {
  get(question: string): Kept | undefined
  /** Keeps an answer, and forgets those that were put longest ago where all of them take too much. */
  put(kept: Kept): Kept
  /** Bytes that they take, by and large. */
  held(): number
}

const MOST_BYTES = 64 * 1024 * 1024

/** Keeps nothing yet. */
export function keptAnswers(): KeptAnswers {
  const kept = new Map<string, Kept>()
  let held = 0
  return {
    get: (question) => kept.get(question),
    put(one) {
      held += one.size - (kept.get(one.question)?.size ?? 0)
      // Put anew it is the last to be forgotten.
      kept.delete(one.question)
      kept.set(one.question, one)
      for (const [oldest, { size }] of kept) {
        if (held <= MOST_BYTES) break
        held -= size
        kept.delete(oldest)
      }
      return one
    },
    held: () => held,
  }
}
