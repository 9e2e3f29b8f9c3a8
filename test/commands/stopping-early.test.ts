import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it, type TestContext } from 'vitest'
import { childrenOf, start } from '../support/process.ts'
import { within } from '../support/within.ts'

/** Seconds. */
const PATIENCE = 60

// Both wait for the seconds that a start may take to end, so they wait together.
describe.concurrent('a service that is stopped while it starts', () => {
  /** Starts one whose database accepts connections and never responds. */
  const starting = async (options: readonly string[], { onTestFinished }: TestContext) => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const env = { PORT: '0', DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/none` }
    const asked = once(silent, 'connection')
    const running = start(['serve', ...options], env)
    await within(PATIENCE, 'the database to be asked', asked)
    return running
  }

  it('exits like a process that SIGTERM ended, even if its database does not respond', async (context) => {
    const { expect } = context
    const { child, ended } = await starting([], context)
    child.kill('SIGTERM')
    expect(await within(PATIENCE, 'the service to end', ended)).toEqual({ code: 143, stdout: '', stderr: '' })
  })

  it('stops its workers, too, and does not replace those that Ctrl+C has ended', async (context) => {
    const { expect } = context
    const { child, ended } = await starting(['--workers', '2'], context)
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
