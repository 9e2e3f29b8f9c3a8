/** What is kept of an answer, so that it can be given again. */
import type { Answer, Pieced } from './asked.ts'
import type { Encoding } from './encodings.ts'
import type { Era } from './eras.ts'
import { type Wire, wireOf } from './wire.ts'

/** An answer as it went out. */
export interface Ready {
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
  readonly etag: string
  readonly modified: number | undefined
  readonly encoding: Encoding | undefined
  /** The answer in another era, where memory alone can tell. */
  readonly again: Answer['again']
}

export interface Kept extends Ready {
  readonly notModified: Ready['headers']
  readonly wires: { whole?: Wire; notModified?: Wire }
  /** The last one in which it is known to hold. */
  era: Era
  readonly size: number
}

/** What an entry takes besides its bytes. */
const ENTRY = 4096

/** The whole answer on the wire, or that it is known: made when first asked for, which most never are. */
export function wireFor(
  { wires, headers, bytes, notModified }: Kept,
  isKnown: boolean,
  keepAlive: number,
): Wire {
  const name = isKnown ? 'notModified' : 'whole'
  wires[name] ??= isKnown
    ? wireOf(304, notModified, Buffer.alloc(0), keepAlive)
    : wireOf(200, headers, bytes, keepAlive)
  return wires[name]
}

const ofContent = ['content-length', 'content-type', 'content-encoding']

/** An answer to a question, to be kept for an era. */
export function keptOf(question: string, ready: Ready, era: Era): Kept {
  const length = String(ready.bytes.length)
  const headers = { ...ready.headers, 'content-length': length, 'server-timing': 'ready' }
  const notModified = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !ofContent.includes(name)),
  )
  return {
    ...ready,
    headers,
    notModified,
    wires: {},
    era,
    size: ready.bytes.length + question.length + ENTRY,
  }
}

/** An answer with what has become of it. */
export function remade(ready: Ready, { headers, pieces }: Pieced, etag: string): Ready {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const bytes = Buffer.concat(pieces.map((piece) => piece.bytes))
  return { ...ready, headers: { ...ready.headers, ...own, etag }, bytes, etag }
}
