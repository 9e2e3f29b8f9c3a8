/** What the log says of clients that hang up. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { anEvent, postEvents, type TestService, testService } from '../support/service.ts'
import { listening, rawConnection } from '../support/sockets.ts'

describe('a client that hangs up before the response', () => {
  let service: TestService
  let port: number
  const lines: string[] = []
  const log = vi.spyOn(process.stdout, 'write')
  beforeAll(async () => {
    log.mockImplementation((text) => lines.push(String(text)) > 0)
    service = await testService('sqlite', { FASTI_LOG_LEVEL: 'info' })
    await postEvents(
      service,
      Array.from({ length: 400 }, (_, at) => anEvent({ title: `Event ${at}` })),
    )
    port = await listening(service)
  })
  afterAll(async () => {
    log.mockRestore()
    await service.close()
  })

  it('is one line of information', async () => {
    const told = () =>
      lines.filter((line) => /The (client closed the connection|connection is closed)/.test(line))
    for (let at = 0; told().length === 0 && at < 200; at += 1) {
      const connection = await rawConnection(port)
      connection.send(
        `GET /cal/events/v1/events.csv?exclude=${at + 1000} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      )
      // Some requests are not begun yet, some are done: the time between two slices is in between.
      await new Promise((resolve) => setTimeout(resolve, at % 20))
      connection.socket.destroy()
      await connection.ended
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(told().length).toBeGreaterThan(0)
    for (const line of told()) {
      const { level, err, path } = JSON.parse(line)
      expect([level, err]).toEqual([30, undefined])
      expect(line).not.toContain('stack')
      expect(path ?? line).toContain('/events.csv')
    }
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })

  it.each([
    ['long lists', (at: number) => `/events?per_page=50&exclude=${at + 5000}`],
    ['searches for misspelt words', (at: number) => `/events?search=evnet${at}x`],
  ])('gives back the place of %s that waited', async (_, path) => {
    const asking = async (_: unknown, at: number) => {
      const connection = await rawConnection(port)
      connection.send(
        `GET /cal/events/v1${path(at)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      return connection
    }
    // As many as may wait, twice over: those that hung up must be out of the way.
    for (let round = 0; round < 2; round += 1) {
      const gone = await Promise.all(Array.from({ length: 60 }, asking))
      for (const { socket } of gone) socket.destroy()
      const asked = await Promise.all(Array.from({ length: 50 }, asking))
      const answers = await Promise.all(asked.map(({ ended }) => ended))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
  })
})
