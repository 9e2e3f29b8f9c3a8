import { once } from 'node:events'
import { beforeEach, describe, expect, it } from 'vitest'
import { createService, readConfig, type Service, timeouts } from '../support/inside/service.ts'
import { anEvent } from '../support/service.ts'
import { listening, rawConnection } from '../support/sockets.ts'
import { within } from '../support/within.ts'

const config = readConfig({ DATABASE_URL: 'sqlite::memory:', FASTI_LOG_LEVEL: 'silent' })
const body = JSON.stringify(anEvent())
const head = [
  'POST /cal/events/v1/events HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${body.length}`,
  '',
  '',
].join('\r\n')

describe('a service that shuts down', () => {
  let service: Service
  let port: number
  beforeEach(async () => {
    service = await createService(config, { patience: { ...timeouts, request: 300 } })
    port = await listening(service)
  })
  const accepted = (count: number) => {
    const isAll = () =>
      new Promise<boolean>((resolve) => service.app.server.getConnections((_, n) => resolve(n === count)))
    return within(
      5,
      'connections',
      (async () => {
        while (!(await isAll()));
      })(),
    )
  }
  const closed = () => within(5, 'the service to stop', service.close())

  it('does not wait for silent connections and incomplete request heads', async () => {
    const silent = await rawConnection(port)
    const half = await rawConnection(port)
    half.send('GET / HTTP/1.1\r\nHost: ')
    await accepted(2)
    await closed()
    expect([await silent.ended, await half.ended]).toMatchObject([{ head: '' }, { head: '' }])
  })

  it('completes requests in progress, then closes their connections', async () => {
    const connection = await rawConnection(port)
    const asked = once(service.app.server, 'request')
    connection.send(head)
    await asked
    const stopped = closed()
    connection.send(body)
    const { status, head: got } = await connection.ended
    expect([status, got]).toEqual([201, expect.stringMatching(/^Connection: close$/im)])
    await stopped
  })

  it('waits for the rest of a request no longer than the usual timeout', async () => {
    const connection = await rawConnection(port)
    const asked = once(service.app.server, 'request')
    connection.send(head)
    await asked
    await closed()
    expect((await connection.ended).status).not.toBe(201)
  })
})
