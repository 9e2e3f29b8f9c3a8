import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { noteAddressOfBody, parseBody, parseUpload } from '../../src/http/request/body.ts'

const json = (bytes: number) =>
  Buffer.from(JSON.stringify('x'.repeat(bytes - 10)).replace(/^.*$/, '{"a":$&}'))

/** The round of the event loop in which each of these bodies has been parsed. */
async function roundsOf(parse: () => Promise<unknown>, count: number): Promise<readonly number[]> {
  let round = 0
  let isDone = false
  const counting = (async () => {
    for (; !isDone; round += 1) await setImmediate()
  })()
  const rounds = await Promise.all(Array.from({ length: count }, () => parse().then(() => round)))
  isDone = true
  await counting
  return rounds
}

it('large bodies that come at once are parsed in rounds of their own, small ones at once', async () => {
  const large = json(100_000)
  const multipart = Buffer.from(
    `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(50_000)}\r\n--b--\r\n`,
  )
  const type = 'multipart/form-data; boundary=b'
  expect(new Set(await roundsOf(() => parseBody(large, 'application/json'), 20)).size).toBe(20)
  const limits = { mediaTypes: ['image/*'], mostBytes: 100_000 }
  expect(new Set(await roundsOf(() => parseUpload(multipart, limits, { type }), 5)).size).toBe(5)
  expect(new Set(await roundsOf(() => parseBody(json(1000), 'application/json'), 20)).size).toBe(1)
})

it('large bodies of several addresses take turns, so that a flood from one delays the others by one body', async () => {
  const parsed: string[] = []
  const send = async (address: string) => {
    await parseBody(noteAddressOfBody(address, json(100_000)), 'application/json')
    parsed.push(address)
  }
  await Promise.all([
    ...Array.from({ length: 20 }, () => send('192.0.2.1')),
    send('192.0.2.2'),
    send('192.0.2.3'),
  ])
  expect(parsed.slice(0, 4)).toEqual(['192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])
})
