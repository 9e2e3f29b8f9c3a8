import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { calendarIn } from '../trials/price/calendar.ts'
import { aboveBounds, bounds, type Price, pricesAt } from '../trials/price/run.ts'
import { scratch } from './support/scratch.ts'

it('the cost of anonymous requests is measured, and no request makes the service fail', async () => {
  const folder = await scratch('fasti-price-')
  const env = await calendarIn(join(folder, 'calendar'), 200)
  const effort = { tries: 2, seed: 1, together: 5, every: 24, inFlight: 1 }
  const { prices, memory, waits } = await pricesAt(env, effort)
  await rm(folder, { recursive: true })
  expect(prices.length).toBeGreaterThan(12)
  for (const { route, status, processor, hungUp } of prices) {
    expect([route, status > 0 && status < 500]).toEqual([route, true])
    expect([route, processor >= 0 && hungUp >= 0]).toEqual([route, true])
  }
  expect(Math.max(...prices.map(({ processor }) => processor))).toBeGreaterThan(0)
  expect(memory).toBeGreaterThan(0)
  expect(Object.keys(waits)).toContain('20 misspelt searches from 10 addresses')
  for (const beside of Object.values(waits)) {
    expect(Object.keys(beside)).toEqual(['/healthz', 'an event', 'a search of venues', 'the page of a month'])
    for (const [name, took] of Object.entries(beside)) expect([name, took > 0]).toEqual([name, true])
  }
}, 120_000)

it('a cost above its limit is reported with the exact request', () => {
  const price: Price = {
    route: 'GET /a',
    request: 'GET /a?b=1',
    status: 200,
    processor: 1,
    hungUp: 1,
    more: 1,
  }
  const all = { prices: [price], memory: 1, waits: { load: { '/healthz': bounds.wait, 'an event': 1 } } }
  expect(aboveBounds(all)).toEqual([])
  const dear = { ...price, processor: bounds.processor + 1, hungUp: bounds.hungUp + 1 }
  const waits = { load: { '/healthz': 1, 'an event': bounds.wait + 1 } }
  expect(aboveBounds({ prices: [dear], memory: bounds.memory + 1, waits })).toEqual([
    expect.stringMatching(/^GET \/a: 51 ms of processor, 50 allowed: GET \/a\?b=1$/),
    expect.stringMatching(/^GET \/a, client disconnects: 51 ms of processor/),
    expect.stringMatching(/^memory: /),
    expect.stringMatching(/^an event beside load: 301 ms, 300 allowed$/),
  ])
})
