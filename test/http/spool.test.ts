import { readdirSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { spoolBody } from '../../src/http/response/send-feed.ts'

const named = () => readdirSync(tmpdir()).filter((name) => name.startsWith('fasti-feed-'))

/** The temporary files that this process has open, as the system lists them. */
const waiting = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path.includes('fasti-feed-') ? [path] : []
    } catch {
      // The descriptor by which the folder was read.
      return []
    }
  })

const MEBIBYTE = 'é'.repeat(524_288)
const encoded = Buffer.from(MEBIBYTE)

const part = (text: string) => ({ bytes: Buffer.from(text), tag: text.slice(0, 9) })

async function* pieces(count: number, fails = false) {
  for (let index = 0; index < count; index += 1)
    yield { bytes: Buffer.concat([Buffer.from(`${index}`), encoded]), tag: `${index}` }
  if (fails) throw new Error('cut off')
}

const whole = (count: number) => Array.from({ length: count }, (_, at) => `${at}${MEBIBYTE}`).join('')

describe('a spooled text', () => {
  for (const count of [0, 1, 34]) {
    it(`of ${count} MiB is streamed whole, head first, and leaves no file behind`, async () => {
      const before = waiting()
      const spool = await spoolBody(pieces(count), () => 'head', 'a')
      expect(waiting().length - before.length).toBe(count > 32 ? 1 : 0)
      const sent = await text(spool.stream())
      expect(sent === `head${whole(count)}`).toBe(true)
      expect(spool.size).toBe(Buffer.byteLength(sent))
      await vi.waitFor(() => expect(waiting()).toEqual(before))
    })
  }

  it('has no name in the folder of temporary files, which would keep it if the process were killed', async () => {
    const before = named()
    const spool = await spoolBody(pieces(34), () => '', 'a')
    expect([spool.held, named()]).toEqual([undefined, before])
    await spool.discard()
  })

  it('leaves no file behind if it is discarded, partly sent, or fails', async () => {
    const before = waiting()
    await (await spoolBody(pieces(34), () => '', 'a')).discard()
    const stream = (await spoolBody(pieces(34), () => '', 'a')).stream()
    const closed = new Promise((resolve) => stream.on('error', () => {}).once('close', resolve))
    for await (const _ of stream) break
    await closed
    await vi.waitFor(() => expect(waiting()).toEqual(before))
    // Closed before anything was read, as when the client disconnects.
    ;(await spoolBody(pieces(34), () => '', 'a')).stream().destroy()
    await vi.waitFor(() => expect(waiting()).toEqual(before))
    await expect(spoolBody(pieces(34, true), () => '', 'a')).rejects.toThrow('cut off')
    expect(waiting()).toEqual(before)
  })

  it('is in memory or, where all that are being sent have no more room there, in a file', async () => {
    const before = waiting()
    const held = [await spoolBody(pieces(30), () => '', 'a'), await spoolBody(pieces(30), () => '', 'b')]
    const releases = held.map((spool) => spool.hold())
    const next = await spoolBody(pieces(10), () => '', 'c')
    expect([...held, next].map((spool) => spool.held !== undefined)).toEqual([true, true, false])
    expect(waiting().length - before.length).toBe(1)
    next.hold()()
    for (const release of releases) release()
    const last = await spoolBody(pieces(10), () => '', 'c')
    expect(last.held).toBeDefined()
    await vi.waitFor(() => expect(waiting()).toEqual(before))
  })

  it('is refused where a caller, or all, have too much in files', async () => {
    const before = waiting()
    const refusal = (caller: string) =>
      spoolBody(pieces(40), () => '', caller).then(
        (spool) => spool.hold(),
        (error: { readonly status: number; readonly headers: Readonly<Record<string, string>> }) => {
          expect(Number(error.headers['Retry-After'])).toBeGreaterThan(0)
          return error.status
        },
      )
    const sent: (() => void)[] = []
    const outcomeOf = async (caller: string) => {
      const outcome = await refusal(caller)
      if (typeof outcome === 'number') return outcome
      sent.push(outcome)
      return 'sent'
    }
    const outcomes: (number | string)[] = []
    for (let at = 0; at < 4; at += 1) outcomes.push(await outcomeOf('a'))
    for (let at = 0; at < 10; at += 1) outcomes.push(await outcomeOf(`b${at}`))
    const { length: files } = sent
    expect(outcomes.slice(2, 5)).toEqual(['sent', 429, 'sent'])
    expect([files, outcomes.at(-1)]).toEqual([12, 503])
    for (const release of sent) release()
    expect(await outcomeOf('a')).toBe('sent')
    sent.at(-1)?.()
    await vi.waitFor(() => expect(waiting()).toEqual(before))
  })

  it('has a digest that changes with its head and its body', async () => {
    const tag = async (head: string, body: readonly string[]) =>
      (await spoolBody(body.map(part), () => head, 'a')).digest
    expect(await tag('a', ['b', 'c'])).toBe(await tag('a', ['b', 'c']))
    expect(new Set([await tag('a', ['b']), await tag('x', ['b']), await tag('a', ['x'])]).size).toBe(3)
  })
})
