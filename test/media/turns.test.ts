import { describe, expect, it } from 'vitest'
import { inTurn } from '../../src/media/turns.ts'

/** Work that ends when it is told to. */
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

describe('work done in turn', () => {
  it('is done one after the other, and users take turns however many each of them sends', async () => {
    const turn = inTurn()
    const log: string[] = []
    const sent = ['a1', 'a2', 'a3', 'a4'].map((name) => work(log, name))
    const other = work(log, 'b1')
    const all = [...sent.map(({ act }) => turn({ user: 1 }, act)), turn({ user: 2 }, other.act)]
    expect(log).toEqual(['a1'])
    for (const { end } of [...sent, other]) end()
    await Promise.all(all)
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('is never begun when nobody waits for it any more, and holds up nobody', async () => {
    const turn = inTurn()
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

  it('goes on after work that fails', async () => {
    const turn = inTurn()
    const failing = turn({ user: 1 }, () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await turn({ user: 1 }, async () => 'next')).toBe('next')
  })
})
