import { describe, expect, it } from 'vitest'
import { Problem } from '../../src/problem.ts'
import { fairQueue, type QueueLimits, runAside } from '../../src/support/fair-queue.ts'

/** Returns a queue whose tasks end when the test says so. */
function stage(limits: Omit<QueueLimits, 'what'>) {
  const queue = fairQueue({ ...limits, what: 'tasks' })
  const started: string[] = []
  const ends: (() => void)[] = []
  const refused: (readonly [string, number])[] = []
  const add = (caller: string, name: string, isGone?: () => boolean) =>
    queue(
      caller,
      () => {
        started.push(name)
        return new Promise<void>((end) => ends.push(end))
      },
      isGone,
    ).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      refused.push([name, error.status])
      expect(Number(error.headers['Retry-After'])).toBeGreaterThan(0)
    })
  /** Ends the task that has run longest, once it has started. */
  const endOne = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    ends.shift()?.()
  }
  return { add, endOne, started, refused }
}

describe('a fair queue', () => {
  it('runs callers in turn, and the tasks of each caller in order', async () => {
    const { add, endOne, started, refused } = stage({ running: 1, waitingOfOne: 9, waiting: 9 })
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'].map((name) => add(name.charAt(0), name))
    for (const _ of all) await endOne()
    await Promise.all(all)
    expect([started, refused]).toEqual([['a1', 'a2', 'b1', 'c1', 'a3', 'c2', 'a4'], []])
  })

  it('runs at most so many tasks of one caller at once, and those of others meanwhile', async () => {
    const { add, endOne, started } = stage({ running: 2, runningOfOne: 1, waitingOfOne: 9, waiting: 9 })
    const all = ['a1', 'a2', 'b1', 'c1'].map((name) => add(name.charAt(0), name))
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['a1', 'b1'])
    for (const _ of all) await endOne()
    await Promise.all(all)
    expect(started).toEqual(['a1', 'b1', 'a2', 'c1'])
  })

  it('lets tasks that come back take turns with those that have not begun', async () => {
    const queue = fairQueue({ running: 1, waitingOfOne: 9, waiting: 9, what: 'tasks' })
    const seen: string[] = []
    const again = async () => {
      for (let at = 0; at < 20; at += 1) await runAside(async () => {})
      seen.push('again')
    }
    const all = ['a', 'b', 'c'].map((caller) => queue(caller, again))
    await Promise.all([...all, queue('d', async () => seen.push('once'))])
    expect(seen).toEqual(['once', 'again', 'again', 'again'])
  })

  it('refuses a task whose turn comes too late', async () => {
    let clock = 0
    const limits = { running: 1, waitingOfOne: 9, waiting: 9, patience: 1000, now: () => clock }
    const { add, endOne, started, refused } = stage(limits)
    const all = ['a1', 'a2', 'b1'].map((name) => add(name.charAt(0), name))
    clock = 1000
    await endOne()
    await new Promise((resolve) => setImmediate(resolve))
    clock = 1001
    const last = add('c', 'c1')
    for (let at = 0; at < 4; at += 1) await endOne()
    await Promise.all([...all, last])
    expect([started, refused]).toEqual([['a1', 'a2', 'c1'], [['b1', 503]]])
  })

  it('gives the place of a task that goes aside to others, and then takes it back', async () => {
    const queue = fairQueue({ running: 1, waitingOfOne: 9, waiting: 9, what: 'tasks' })
    const seen: string[] = []
    let [return_, end] = [() => {}, () => {}]
    const aside = new Promise<void>((resolve) => {
      return_ = resolve
    })
    const other = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = queue('a', async () => {
      const names = await Promise.all([1, 2].map(() => runAside((caller) => aside.then(() => caller))))
      seen.push(`first of ${names}`)
    })
    const second = queue('b', async () => {
      seen.push('second')
      return_()
      await other
      seen.push('second again')
    })
    const third = queue('c', async () => {
      seen.push('third')
    })
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(seen).toEqual(['second'])
    end()
    await Promise.all([first, second, third])
    expect(seen).toEqual(['second', 'second again', 'first of a,a', 'third'])
    // A task that fails while a part of it is aside gives no place away twice.
    let late = () => {}
    const part = new Promise<void>((resolve) => {
      late = resolve
    })
    const failed = queue('a', async () => {
      void runAside(() => part)
      throw new Error('failed')
    })
    await expect(failed).rejects.toThrow('failed')
    late()
    await new Promise((resolve) => setImmediate(resolve))
    const started: string[] = []
    const hold = new Promise<void>((resolve) => {
      end = resolve
    })
    const last = ['d', 'e'].map((name) =>
      queue(name, async () => {
        started.push(name)
        await hold
      }),
    )
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['d'])
    end()
    await Promise.all(last)
  })

  it('refuses a caller with too many waiting tasks, and no other caller', async () => {
    const { add, endOne, started, refused } = stage({ running: 1, waitingOfOne: 2, waiting: 9 })
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => add(name.charAt(0), name))
    for (const _ of all) await endOne()
    await Promise.all(all)
    expect([started, refused]).toEqual([['a1', 'a2', 'b1', 'a3'], [['a4', 429]]])
  })

  it('drops the last task of the caller with the most when it is full, and refuses a caller with as many', async () => {
    const { add, endOne, started, refused } = stage({ running: 1, waitingOfOne: 9, waiting: 3 })
    const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'a5', 'c1', 'd1'].map((name) => add(name.charAt(0), name))
    for (const _ of all) await endOne()
    await Promise.all(all)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
    expect([...refused].sort()).toEqual([
      ['a3', 503],
      ['a4', 503],
      ['a5', 503],
      ['d1', 503],
    ])
  })

  it('continues after a task that fails', async () => {
    const queue = fairQueue({ running: 1, waitingOfOne: 1, waiting: 1, what: 'tasks' })
    await expect(queue('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue('a', async () => 1)).toBe(1)
  })

  it('starts at most one task between two breaths, and lets other work run in each', async () => {
    const order: string[] = []
    const breath = () => new Promise((resolve) => setImmediate(resolve))
    const queue = fairQueue({ running: 9, waitingOfOne: 9, waiting: 9, what: 'tasks', breath })
    const tasks = ['a', 'b', 'c'].map((name) => queue('one', async () => order.push(name)))
    setImmediate(() => order.push('other'))
    await Promise.all(tasks)
    expect([order[0], order.indexOf('other') < order.indexOf('c')]).toEqual(['a', true])
  })

  it('starts further tasks at once where no breath is due', async () => {
    const order: string[] = []
    const queue = fairQueue({
      running: 1,
      waitingOfOne: 9,
      waiting: 9,
      what: 'tasks',
      breath: () => undefined,
    })
    setImmediate(() => order.push('other'))
    await Promise.all(['a', 'b', 'c'].map((name) => queue('one', async () => order.push(name))))
    expect(order).toEqual(['a', 'b', 'c'])
  })

  it('never starts a task that nobody waits for any more', async () => {
    const { add, endOne, started, refused } = stage({ running: 1, waitingOfOne: 9, waiting: 9 })
    let hasLeft = false
    const all = [add('a', 'first'), add('a', 'leaving', () => hasLeft), add('a', 'staying')]
    hasLeft = true
    await endOne()
    await endOne()
    await Promise.all(all)
    expect([started, refused]).toEqual([['first', 'staying'], [['leaving', 503]]])
  })
})
