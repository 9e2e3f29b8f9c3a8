/** A client of Server-Sent Events (the WHATWG HTML standard, §9.2). */
import { within } from './within.ts'

interface Message {
  readonly id: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads messages of every shape
  readonly data: any
}

export interface EventStream {
  readonly status: number
  readonly type: string | null
  /** The next message. Throws if none arrives within seconds. */
  next(): Promise<Message>
  /** The next comment. */
  comment(): Promise<string>
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>
  close(): void
}

/** The received parts, and the callers that wait for one. */
function queue<T>() {
  const held: T[] = []
  const waiting: ((one: T) => void)[] = []
  return {
    put(one: T) {
      const first = waiting.shift()
      if (first === undefined) held.push(one)
      else first(one)
    },
    take: () =>
      new Promise<T>((resolve) => {
        const first = held.shift()
        if (first === undefined) waiting.push(resolve)
        else resolve(first)
      }),
  }
}

/** Opens a stream. */
export async function eventStream(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const stop = new AbortController()
  const response = await fetch(url, { headers, signal: stop.signal })
  const [messages, comments] = [queue<Message>(), queue<string>()]
  const take = (block: string) => {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    const data = field('data')
    if (data !== undefined) messages.put({ id: field('id') ?? '', data: JSON.parse(data) })
    else if (block.startsWith(':')) comments.put(block)
  }
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) take(block)
    }
  }
  const ended = read().catch(() => {})
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    next: () => within(30, 'a message', messages.take()),
    comment: () => within(30, 'a comment', comments.take()),
    ended,
    close: () => stop.abort(),
  }
}
