import { describe, expect, it } from 'vitest'
import { userTurnQueue } from '../../src/media/library.ts'

/** A task that ends when the test ends it. */
function work(log: string[], name: string) {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  const act = async () => {
    log.push(name)
    await done
    return name
  }
  return { act, end }
}

describe('the queue of tasks', () => {
  it('runs one task at a time, and users take turns regardless of how many tasks they have', async () => {
    const turn = userTurnQueue()
    const log: string[] = []
    const sent = ['a1', 'a2', 'a3', 'a4'].map((name) => work(log, name))
    const other = work(log, 'b1')
    const all = [...sent.map(({ act }) => turn({ user: 1 }, act)), turn({ user: 2 }, other.act)]
    expect(log).toEqual(['a1'])
    for (const { end } of [...sent, other]) end()
    await Promise.all(all)
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('never starts a task that was aborted, and delays no other task', async () => {
    const turn = userTurnQueue()
    const log: string[] = []
    const first = work(log, 'first')
    const running = turn({ user: 1 }, first.act)
    const gone = new AbortController()
    const given = Array.from({ length: 6 }, (_, at) =>
      turn({ user: 1, gone: gone.signal }, work(log, `given up ${at}`).act),
    )
    const last = work(log, 'last')
    const wanted = turn({ user: 1 }, last.act)
    const settled = Promise.allSettled(given)
    gone.abort(new Error('the client has gone'))
    expect((await settled).map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
    first.end()
    last.end()
    expect(await Promise.all([running, wanted])).toEqual(['first', 'last'])
    expect(log).toEqual(['first', 'last'])
  })

  it('continues after a task that fails', async () => {
    const turn = userTurnQueue()
    const failing = turn({ user: 1 }, () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await turn({ user: 1 }, async () => 'next')).toBe('next')
  })
})
