import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dialects, isAny } from '../support/dialects.ts'
import { type EventStream, eventStream } from '../support/event-stream.ts'
import { changeStreamsOf, MAX_STREAMS_PER_CALLER } from '../support/inside/service.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { listening } from '../support/sockets.ts'
import { within } from '../support/within.ts'

type Headers = Record<string, string>

for (const { name } of dialects) {
  describe(`the stream of changes on ${name}`, () => {
    let service: TestService
    let base: string
    let port: number
    let ada: Headers
    const streams: EventStream[] = []
    beforeEach(async () => {
      service = await testService(name)
      ada = (await service.user('administrator', 'ada')).headers
      port = await listening(service)
      base = `http://127.0.0.1:${port}/cal/events/v1/changes/stream`
    })
    afterEach(async () => {
      for (const stream of streams.splice(0)) stream.close()
      await service.close()
    })

    const open = async (query = '', headers: Headers = {}) => {
      const stream = await eventStream(`${base}${query}`, headers)
      streams.push(stream)
      return stream
    }
    const create = async (more: Json = {}) => (await service.post('/events', anEvent(more), ada)).body.id
    const now = async () => (await service.get('/changes?since=999999999')).body.next_since as number

    it('§13 sends each change at once as one message, whose id is its revision', async () => {
      const start = await now()
      const first = await create()
      const stream = await open()
      expect(stream.type).toBe('text/event-stream')
      expect(await stream.next()).toEqual({
        id: `${start + 1}`,
        data: {
          revision: start + 1,
          resource: 'event',
          id: first,
          action: 'created',
          rest_url: expect.any(String),
        },
      })
      const second = await create()
      expect((await stream.next()).data).toMatchObject({ revision: start + 2, id: second, action: 'created' })
      await service.patch(`/events/${first}`, { title: 'New' }, ada)
      expect(await stream.next()).toMatchObject({
        id: `${start + 3}`,
        data: { id: first, action: 'updated' },
      })
    })

    it('§13 continues after Last-Event-ID or since, in this order of precedence, and loses no part of a revision', async () => {
      const start = await now()
      const first = await create()
      const second = await create()
      const since = await open(`?since=${start + 1}`)
      expect((await since.next()).data).toMatchObject({ id: second })
      const last = await open('?since=0', { 'last-event-id': `${start + 1}` })
      expect((await last.next()).data).toMatchObject({ id: second })
      await service.post('/events', anEvent({ venue: { venue: 'Park' } }), ada)
      const both = await open('', { 'last-event-id': `${start + 3}` })
      expect([(await both.next()).data.resource, (await both.next()).data.resource].sort()).toEqual([
        'event',
        'venue',
      ])
      await service.patch(`/events/${first}`, { title: 'New' }, ada)
      expect((await both.next()).data).toMatchObject({ id: first, revision: start + 4 })
    })

    it('§13 shows viewers only what they may see, and ends with their rights', async () => {
      const since = await now()
      const [theirs, others] = [await open(`?since=${since}`, ada), await open(`?since=${since}`)]
      const draft = await create({ status: 'draft' })
      const open1 = await create()
      expect((await theirs.next()).data).toMatchObject({ id: draft })
      expect((await others.next()).data).toMatchObject({ id: open1 })
      await theirs.next()
      const bea = await service.user('editor', 'bea')
      const hers = await open(`?since=${await now()}`, bea.headers)
      await service.remove(`/users/${bea.id}`, ada)
      await create({ status: 'draft' })
      await within(30, 'the end of the stream', hers.ended)
    })

    it.runIf(isAny(name))('§13 sends a comment after twenty seconds without a message', async () => {
      const stream = await open()
      service.at('2027-01-15T12:00:21Z')
      await within(30, 'a heartbeat', stream.comment())
    })

    it('§13 refuses a since that is too old, and ends for HEAD', async () => {
      await create()
      expect((await service.ask('HEAD', '/changes/stream')).headers['content-type']).toBe('text/event-stream')
      service.at('2027-06-15T12:00:00Z')
      expect((await service.get('/changes/stream?since=0')).body.code).toBe('changes-expired')
      expect((await service.get('/changes/stream?since=x')).status).toBe(400)
    })

    it.runIf(isAny(name))(
      '§13 refuses to begin more than 1,000 changes back, and names the list to read first',
      async () => {
        const start = await now()
        for (let batch = 0; batch < 10; batch += 1) {
          const operations = Array.from({ length: 100 }, (_, nth) => ({
            method: 'POST',
            path: '/tags',
            body: { name: `Term ${batch} ${nth}` },
          }))
          expect((await service.post('/batch', { operations }, ada)).status).toBe(200)
        }
        const whole = await open(`?since=${start}`)
        expect((await whole.next()).data).toMatchObject({ revision: start + 1 })
        await service.post('/tags', { name: 'One more' }, ada)
        const refused = await service.get(`/changes/stream?since=${start}`)
        expect([refused.status, refused.body.code]).toEqual([410, 'changes-behind'])
        expect(refused.body.message).toMatch(/\/changes/)
        const last = await service.ask('GET', '/changes/stream', undefined, { 'last-event-id': `${start}` })
        expect(last.status).toBe(410)
        const page = (await service.get(`/changes?since=${start}&per_page=1000`)).body
        const rest = await open(`?since=${page.next_since}`)
        expect((await rest.next()).data).toMatchObject({ resource: 'tag', action: 'created' })
      },
    )

    it.runIf(isAny(name))('is counted in the metrics, and not among slow responses', async () => {
      const stream = await open('?since=0')
      await create()
      await stream.next()
      const told = (await service.get('//metrics', ada)).body
      expect(told).toMatch(/^fasti_change_streams 1$/m)
      expect(told).toMatch(/^fasti_change_stream_messages_total 1$/m)
      stream.close()
      await within(
        5,
        'the stream to be closed',
        (async () => {
          while (!/^fasti_change_streams 0$/m.test((await service.get('//metrics', ada)).body));
        })(),
      )
      expect((await service.get('//metrics', ada)).body).not.toMatch(/_count\{route="[^"]*changes\/stream"/)
    })

    it.runIf(isAny(name))('ends when the service stops, so that clients connect again', async () => {
      const stream = await open()
      await within(30, 'the service to stop', service.app.close())
      await within(30, 'the end of the stream', stream.ended)
    })
  })
}

/** A follower whose client has a given number of unread bytes at each position. */
const follower = (since: number, bytes: number, caller = 'somebody') => ({
  caller,
  kind: `of ${bytes} bytes`,
  since,
  read: async (position: number) => ({
    changes: [],
    next: Math.min(position + 1, 5),
    hasMore: position + 1 < 5,
  }),
  messages: ({ next }: { readonly next: number }) => `data: ${next}${'x'.repeat(bytes)}\n\n`,
  isAllowed: async () => true,
})

describe('the streams of one caller', () => {
  it('are limited, without a limit on other callers', () => {
    const streams = changeStreamsOf({ changeCounter: () => 1, revision: async () => 5 }, () => 0)
    for (let nth = 0; nth < MAX_STREAMS_PER_CALLER; nth += 1) streams.open(follower(5, 10, 'one'))
    expect(() => streams.open(follower(5, 10, 'one'))).toThrow(expect.objectContaining({ status: 429 }))
    expect(streams.open(follower(5, 10, 'other')).destroyed).toBe(false)
    streams.close()
  })
})

describe('the pages of streams', () => {
  const pageAt = async (position: number) => ({
    changes: [],
    next: Math.min(position + 1, 5),
    hasMore: position + 1 < 5,
  })

  it('are read once for all streams at the same place, and other work runs between two of them', async () => {
    const streams = changeStreamsOf({ changeCounter: () => 1, revision: async () => 5 }, () => 0)
    let turns = 0
    let isRunning = true
    const turn = () => {
      turns += 1
      if (isRunning) setImmediate(turn)
    }
    turn()
    const readAt: number[] = []
    const read = (position: number) => {
      readAt.push(turns)
      return pageAt(position)
    }
    const starts = [4, 4, 4, 5, 6, 7]
    await Promise.all(starts.map((since) => streams.allowStart({ ...follower(since, 10), read })))
    isRunning = false
    expect(readAt).toHaveLength(4)
    expect(new Set(readAt).size).toBe(4)
  })

  it('are read again for a stream that was reading while something changed', async () => {
    let newest = 5
    const streams = changeStreamsOf({ changeCounter: () => newest, revision: async () => newest }, () => 0)
    let finish = () => {}
    const isReading = new Promise<void>((started) => {
      const read = async () => {
        const next = newest
        started()
        if (next === 5)
          await new Promise<void>((done) => {
            finish = done
          })
        return { changes: [], next, hasMore: false }
      }
      streams.open({ ...follower(4, 0), read }).on('data', (chunk) => received.push(String(chunk)))
    })
    const received: string[] = []
    await isReading
    newest = 6
    const start = streams.allowStart(follower(6, 0, 'other'))
    await new Promise(setImmediate)
    finish()
    await start
    await within(
      5,
      'the newest change',
      (async () => {
        while (!received.join('').includes('data: 6')) await new Promise(setImmediate)
      })(),
    )
    streams.close()
  })

  it('are read again after a failure', async () => {
    const streams = changeStreamsOf({ changeCounter: () => 1, revision: async () => 5 }, () => 0)
    let isDown = true
    const read = async (position: number) => {
      if (isDown) throw new Error('the database is away')
      return pageAt(position)
    }
    const start = () => streams.allowStart({ ...follower(5, 10), read })
    await expect(start()).rejects.toThrow('the database is away')
    isDown = false
    await expect(start()).resolves.toBeUndefined()
  })
})

describe('streams whose clients do not read', () => {
  it('receive at most one full buffer, and are closed after half a minute; other streams continue', async () => {
    let elapsed = 0
    const streams = changeStreamsOf({ changeCounter: () => 1, revision: async () => 5 }, () => elapsed)
    const silent = streams.open(follower(0, 70_000))
    const reading = streams.open(follower(0, 10))
    const read: string[] = []
    reading.on('data', (chunk) => read.push(String(chunk)))
    const until = (what: string, is: () => boolean) =>
      within(
        5,
        what,
        (async () => {
          while (!is()) await new Promise(setImmediate)
        })(),
      )
    await until('all messages', () => read.join('').includes('data: 5'))
    await until('a full buffer', () => silent.readableLength > 65_536)
    expect(silent.readableLength).toBeLessThan(2 * 70_000)
    elapsed = 31
    await until('the silent stream to be closed', () => silent.destroyed)
    expect(streams.counts()).toMatchObject({ open: 1, dropped: 1 })
    streams.close()
    await until('the end of the other stream', () => reading.readableEnded)
  })
})
