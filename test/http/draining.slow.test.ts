import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { freshSqliteFile } from '../support/dialects.ts'
import { freePort } from '../support/free-port.ts'
import { run, serve } from '../support/process.ts'
import { testService } from '../support/service.ts'
import { listening, rawConnection } from '../support/sockets.ts'
import { within } from '../support/within.ts'

const WRITERS = 12
/** Seconds. */
const PATIENCE = 60

interface Reply {
  readonly status: number
  readonly connection: string | undefined
}

/** Creates a tag over a kept connection. Throws an error of the connection. */
function write(port: number, agent: Agent, name: string, authorization?: string): Promise<Reply> {
  const body = JSON.stringify({ name })
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  return new Promise((resume, reject) => {
    request({ port, path: '/cal/events/v1/tags', method: 'POST', agent, headers }, async (response) => {
      await text(response)
      resume({ status: response.statusCode ?? 0, connection: response.headers.connection })
    })
      .on('error', reject)
      .end(body)
  })
}

/** Writers with one kept connection each, which go on until a response closes it, as behind a load balancer. */
function keptWriters(port: number, authorization?: string) {
  const last: Reply[] = []
  let started = () => {}
  const allWrite = new Promise<void>((resume) => {
    started = resume
  })
  let first = 0
  const ended = Promise.all(
    Array.from({ length: WRITERS }, async (_, number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let count = 0; ; count++) {
        const reply = await write(port, agent, `Tag ${number} ${count}`, authorization)
        if (count === 0 && ++first === WRITERS) started()
        if (reply.status === 201 && reply.connection !== 'close') continue
        agent.destroy()
        last.push(reply)
        return
      }
    }),
  )
  return { allWrite, ended, last }
}

/** Asks on a connection of its own, which the system opens at once. Throws an error of the connection. */
function statusOf(port: number): Promise<number> {
  return new Promise((resume, reject) => {
    request({ port, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
      response.resume()
      resume(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}

const closing = Array.from({ length: WRITERS }, () => ({ status: 201, connection: 'close' }))

describe('a service that drains', () => {
  it('is not ready, closes kept connections with their responses, and still takes new ones', async () => {
    const service = await testService('sqlite')
    const port = await listening(service)
    const writers = keptWriters(port)
    await within(PATIENCE, 'the writers to begin', writers.allWrite)
    const idle = await rawConnection(port)
    service.drain()
    await within(PATIENCE, 'the writers to end', writers.ended)
    expect(writers.last).toEqual(closing)
    const { status, body, headers } = await service.get('//readyz')
    expect([status, body.code, body.message]).toEqual([
      503,
      'rest_unavailable',
      'This instance is about to end.',
    ])
    expect(headers['retry-after']).toBeDefined()
    expect((await service.get('//healthz')).status).toBe(200)
    // A connection that was open before, and a new one.
    for (const { send, ended } of [idle, await rawConnection(port)]) {
      send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
      const { status: code, head } = await ended
      expect([code, head]).toEqual([200, expect.stringMatching(/^connection: close\r?$/im)])
    }
    await service.close()
  })

  it('answers a request on its way at the end, on a connection that sent none before, and closes silent ones', async () => {
    const service = await testService('sqlite')
    const port = await listening(service)
    service.drain()
    const [late, silent] = [await rawConnection(port), await rawConnection(port)]
    const closed = service.close()
    await vi.waitFor(() => expect(service.app.server.listening).toBe(false))
    late.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect((await late.ended).status).toBe(200)
    await within(
      PATIENCE,
      'the silent connection to close',
      silent.ended.catch(() => undefined),
    )
    await within(PATIENCE, 'the service to close', closed)
  })

  it('answers requests on connections that wait to be accepted when it ends', async () => {
    const service = await testService('sqlite')
    const port = await listening(service)
    service.drain()
    const waiting = Array.from({ length: 40 }, () => statusOf(port))
    const closed = service.close()
    const responses = await within(PATIENCE, 'the responses', Promise.all(waiting))
    expect(responses).toEqual(responses.map(() => 200))
    await within(PATIENCE, 'the service to close', closed)
  })

  it('drains for FASTI_DRAIN seconds after SIGTERM, then ends well', async () => {
    const database = await freshSqliteFile()
    const port = await freePort()
    const env = { DATABASE_URL: database.url, FASTI_LOG_LEVEL: 'error', PORT: String(port) }
    await run(['user', 'add', 'ada', '--role', 'administrator'], env)
    const token = (await run(['token', 'create', 'ada', '--name', 'x'], env)).stdout.trim()
    const { child, ended } = await serve({ ...env, FASTI_DRAIN: '2' })
    const writers = keptWriters(port, `Bearer ${token}`)
    await within(PATIENCE, 'the writers to begin', writers.allWrite)
    child.kill('SIGTERM')
    await within(PATIENCE, 'the writers to end', writers.ended)
    expect(writers.last).toEqual(closing)
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
    expect(await within(PATIENCE, 'the service to end', ended)).toMatchObject({ code: 0, stderr: '' })
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow()
    await database.drop()
  })
})
