import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderQueues } from '../support/inside/service.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

/** More requests than one address may have rendering and waiting. */
const FLOOD = 120

describe('expensive requests', () => {
  let service: TestService

  beforeAll(async () => {
    service = await testService('sqlite', { FASTI_TRUST_PROXY: 'loopback' })
    for (let day = 10; day < 20; day += 1)
      await service.post('/events', anEvent({ start_date: `2027-03-${day} 10:00:00` }))
    // With a user, the service is not in local mode, and serves other machines.
    await service.user('administrator')
  })
  afterAll(() => service.close())

  let serial = 0
  /** Requests an uncached URL; adds its name to `answered` when the response arrives. */
  const ask = async (path: string, from: string, answered: string[] = [], name = '') => {
    serial += 1
    const url = `${path}${path.includes('?') ? '&' : '?'}start_date=${1100 + serial}-01-01`
    const headers = { 'x-forwarded-for': from, accept: 'text/html' }
    const { statusCode, headers: received } = await service.app.inject({ url, headers })
    answered.push(name)
    return { status: statusCode, retryAfter: received['retry-after'] }
  }

  it.each(['/calendar/2027-03', '/calendar/search/?search=a', '/cal/events/v1/events?search=a'])(
    '%s: a health check and another address are answered before the rest of a flood',
    async (path) => {
      const answered: string[] = []
      const flood = Array.from({ length: 40 }, () => ask(path, '203.0.113.1', answered, 'flood'))
      await Promise.race(flood)
      const others = [
        ask(path, '203.0.113.2', answered, 'other'),
        ask('/healthz', '203.0.113.3', answered, 'health'),
      ]
      expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
      const before = answered.length
      for (const { status } of await Promise.all(flood)) expect(status).toBe(200)
      expect(before).toBeLessThan(20)
    },
  )

  it.each([
    '/calendar/2027-03',
    '/calendar/search/?search=a',
    '/cal/events/v1/events?search=a',
    '/cal/events/v1/events?orderby=venue',
    '/cal/events/v1/events?per_page=31',
    '/cal/events/v1/doc',
    '/cal/events/v1/events.ics',
    '/sitemap.xml',
  ])(
    '%s: too many of one address are refused with Retry-After, and another address is answered',
    async (path) => {
      const flood = Array.from({ length: FLOOD }, () => ask(path, '203.0.113.1'))
      const other = ask(path, '203.0.113.2')
      const all = await Promise.all(flood)
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 429]))
      for (const { status, retryAfter } of all) expect(Number(retryAfter) > 0).toBe(status === 429)
      expect((await other).status).toBe(200)
    },
  )

  it('searches: one address has two of the places, and another begins beside them', async () => {
    const { searches } = renderQueues()
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const begun: string[] = []
    const search = (caller: string) =>
      searches(caller, () => {
        begun.push(caller)
        return ended
      })
    const flood = Array.from({ length: 4 }, () => search('a'))
    const other = search('b')
    await vi.waitFor(() => expect(begun).toContain('b'))
    expect(begun.filter((caller) => caller === 'a')).toHaveLength(2)
    end()
    await Promise.all([...flood, other])
    expect(begun).toHaveLength(5)
  })

  it('lists of few events in the order of starts are answered at once, however many', async () => {
    const flood = Array.from({ length: FLOOD }, () =>
      ask('/cal/events/v1/events?per_page=30&orderby=start_date', '203.0.113.1'),
    )
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('a list that a tool of assistants makes takes the turns of lists', async () => {
    const call = (at: number) =>
      service.app.inject({
        method: 'POST',
        url: '/cal/events/v1/mcp',
        headers: { 'x-forwarded-for': '203.0.113.1', accept: 'application/json, text/event-stream' },
        payload: {
          jsonrpc: '2.0',
          id: at,
          method: 'tools/call',
          params: { name: 'list_events', arguments: { orderby: 'venue', start_date: `${1100 + at}-01-01` } },
        },
      })
    const answers = await Promise.all(Array.from({ length: FLOOD }, (_, at) => call(at)))
    expect(answers.filter(({ body }) => body.includes('Too many of your long lists')).length).toBeGreaterThan(
      0,
    )
  })
})

describe('the queues', () => {
  it('do not delay each other', async () => {
    const { pages, searches, feeds } = renderQueues()
    let end = () => {}
    const hold = new Promise<void>((resolve) => {
      end = resolve
    })
    const held = Array.from({ length: 10 }, () => [searches('a', () => hold), feeds('a', () => hold)]).flat()
    expect(await pages('a', async () => 'page')).toBe('page')
    end()
    await Promise.all(held)
  })

  it('make one long list of an address at a time, and others have their turn after each', async () => {
    const { lists } = renderQueues()
    const done: string[] = []
    const all = ['a', 'a', 'a', 'b'].map((caller) => lists(caller, async () => done.push(caller)))
    // A connection is accepted, its request read and answered in several turns of the event loop.
    setImmediate(() => setImmediate(() => setImmediate(() => done.push('another request'))))
    await Promise.all(all)
    expect(done).toEqual(['a', 'another request', 'a', 'b', 'a'])
  })

  it('make a long list for others while one waits for its database', async () => {
    const { lists } = renderQueues()
    let end = () => {}
    const held = lists('a', () => new Promise<void>((resolve) => (end = resolve)))
    expect(await lists('b', async () => 'list')).toBe('list')
    end()
    await held
  })

  it('build one feed at a time for an address, and meanwhile one for another', async () => {
    const { feeds } = renderQueues()
    let end = () => {}
    const hold = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = feeds('a', () => hold)
    let isSecondBuilt = false
    const second = feeds('a', async () => {
      isSecondBuilt = true
    })
    expect([await feeds('b', async () => 'feed'), isSecondBuilt]).toEqual(['feed', false])
    end()
    await Promise.all([first, second])
    expect(isSecondBuilt).toBe(true)
  })
})
