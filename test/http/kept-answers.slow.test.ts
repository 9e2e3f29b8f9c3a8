import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isLong } from '../support/dialect-names.ts'
import { type Serving, serve } from '../support/process.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent } from '../support/service.ts'

const LISTS = isLong() ? 10_000 : 1000

let service: Serving
const agent = new Agent({ keepAlive: true })

/** Asks over one connection, and returns the body. */
async function ask(path: string, headers: Record<string, string> = {}, body?: string): Promise<string> {
  return (await bytesOf(path, headers, body)).toString()
}

/** The same, as it was sent. */
function bytesOf(path: string, headers: Record<string, string> = {}, body?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const url = new URL(path, service.address)
    const sent = request(url, { method, agent, headers }, (response) => {
      expect([path, response.statusCode]).toEqual([path, body === undefined ? 200 : 201])
      const parts: Buffer[] = []
      response.on('data', (some) => parts.push(some))
      response.on('end', () => resolve(Buffer.concat(parts))).on('error', reject)
    })
    sent.on('error', reject).end(body)
  })
}

beforeAll(async () => {
  service = await serve({ FASTI_DATA_DIR: await scratch('fasti-kept-') })
  const description = '<p>Songs of the sea, and of those who stay at home.</p>'.repeat(10)
  const type = { 'content-type': 'application/json' }
  for (let at = 0; at < 20; at += 1)
    await ask('/cal/events/v1/events', type, JSON.stringify(anEvent({ title: `Choir ${at}`, description })))
})
afterAll(async () => {
  agent.destroy()
  service.child.kill('SIGTERM')
  await service.ended
})

async function measured() {
  // What nobody holds any more is collected while other answers are made.
  for (let at = 0; at < 500; at += 1) await ask('/metrics')
  const text = await ask('/metrics')
  const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return { counted: of('fasti_ready_answers_held_bytes'), external: of('nodejs_external_bytes') }
}

it.each(['br', 'gzip', 'identity'])(
  'answers that are kept take the memory that is counted: %s',
  async (encoding) => {
    const before = await measured()
    for (let at = 0; at < LISTS; at += 1) {
      const [year, month, day] = [1000 + (at % 900), 10 + (at % 3), 10 + (Math.floor(at / 900) % 18)]
      // What is asked for again is kept.
      for (let time = 0; time < 2; time += 1)
        await ask(`/cal/events/v1/events?start_date=${year}-${month}-${day}`, { 'accept-encoding': encoding })
    }
    const after = await measured()
    const counted = after.counted - before.counted
    expect(counted).toBeGreaterThan(LISTS * 1000)
    expect(after.external - before.external).toBeLessThanOrEqual(1.5 * counted)
  },
)

it('calendars that are kept take the memory of their bytes, and of their compressed bytes', async () => {
  const before = await measured()
  let sent = 0
  for (let at = 0; at < LISTS / 2; at += 1) {
    const path = `/cal/events/v1/events.ics?start_date=${1000 + (at % 900)}-01-${10 + Math.floor(at / 900)}`
    for (const encoding of ['br', 'identity'])
      sent += (await bytesOf(path, { 'accept-encoding': encoding })).length
  }
  const after = await measured()
  expect(sent).toBeGreaterThan(LISTS * 1000)
  expect(after.external - before.external).toBeLessThanOrEqual(1.5 * sent)
})
