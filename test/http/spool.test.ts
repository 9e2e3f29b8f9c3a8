import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { spoolBody } from '../../src/http/response/spool.ts'

const waiting = () => readdirSync(tmpdir()).filter((name) => name.startsWith('fasti-feed-'))
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
      const spool = await spoolBody(pieces(count), () => 'head')
      expect(waiting().length - before.length).toBe(count > 32 ? 1 : 0)
      const sent = await text(spool.stream())
      expect(sent === `head${whole(count)}`).toBe(true)
      expect(spool.size).toBe(Buffer.byteLength(sent))
      await vi.waitFor(() => expect(waiting()).toEqual(before))
    })
  }

  it('leaves no file behind if it is discarded, partly sent, or fails', async () => {
    const before = waiting()
    await (await spoolBody(pieces(34), () => '')).discard()
    const stream = (await spoolBody(pieces(34), () => '')).stream()
    const closed = new Promise((resolve) => stream.on('error', () => {}).once('close', resolve))
    for await (const _ of stream) break
    await closed
    await vi.waitFor(() => expect(waiting()).toEqual(before))
    // Closed before anything was read, as when the client disconnects.
    ;(await spoolBody(pieces(34), () => '')).stream().destroy()
    await vi.waitFor(() => expect(waiting()).toEqual(before))
    await expect(spoolBody(pieces(34, true), () => '')).rejects.toThrow('cut off')
    expect(waiting()).toEqual(before)
  })

  it('has a digest that changes with its head and its body', async () => {
    const tag = async (head: string, body: readonly string[]) =>
      (await spoolBody(body.map(part), () => head)).digest
    expect(await tag('a', ['b', 'c'])).toBe(await tag('a', ['b', 'c']))
    expect(new Set([await tag('a', ['b']), await tag('x', ['b']), await tag('a', ['x'])]).size).toBe(3)
  })
})
