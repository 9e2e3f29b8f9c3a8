import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childrenOf, start } from '../support/process.ts'
import { within } from '../support/within.ts'

/** Seconds. */
const PATIENCE = 60

/** A database that accepts connections and never responds. */
describe('a service that is stopped while it starts', () => {
  let silent: Server
  beforeAll(async () => {
    silent = createServer((socket) => socket.on('error', () => {}))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    silent.close()
  })

  const starting = async (options: readonly string[]) => {
    const { port } = silent.address() as AddressInfo
    const env = { PORT: '0', DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` }
    const asked = once(silent, 'connection')
    const running = start(['serve', ...options], env)
    await within(PATIENCE, 'the database to be asked', asked)
    return running
  }

  it('exits like a process that SIGTERM ended, even if its database does not respond', async () => {
    const { child, ended } = await starting([])
    child.kill('SIGTERM')
    expect(await within(PATIENCE, 'the service to end', ended)).toEqual({ code: 143, stdout: '', stderr: '' })
  })

  it('stops its workers, too, and does not replace those that Ctrl+C has ended', async () => {
    const { child, ended } = await starting(['--workers', '2'])
    const workers = await childrenOf(child.pid ?? 0)
    for (const pid of [child.pid ?? 0, ...workers]) process.kill(pid, 'SIGINT')
    const { code, stderr } = await within(PATIENCE, 'the service to end', ended)
    expect([code, stderr]).toEqual([0, ''])
    expect(workers).not.toEqual([])
    const isAlive = (pid: number) => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(workers.filter(isAlive)).toEqual([])
  })
})
