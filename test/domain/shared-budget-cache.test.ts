import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

/** A module of its own: the caches of files that ran before in this process would take a part of its budget. */
const own: typeof import('../../src/support/shared-budget-cache.ts') = await import(
  String('../../src/support/shared-budget-cache.ts?own')
)
const { boundCaches, cacheBudgetFor, cacheByGroupAndId, fitCachesTo, newSharedBudgetCache } = own

const CACHE_BUDGET = cacheBudgetFor(0)

/** A third of all that fits: three fit, and a little more. */
const THIRD = Math.floor(CACHE_BUDGET / 3.1)

it('a full cache loses the entry that was read or written least lately', () => {
  const cache = newSharedBudgetCache<string, number>()
  cache.set('a', 1, THIRD)
  cache.set('b', 2, THIRD)
  cache.set('c', 3, THIRD)
  expect(['a', 'b', 'c'].map(cache.get)).toEqual([1, 2, 3])
  cache.get('a')
  cache.set('d', 4, THIRD)
  expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual([1, undefined, 3, 4])
  cache.clear()
  expect([cache.held(), cache.get('a')]).toEqual([0, undefined])
})

it('all caches share one budget, and the largest one pays', () => {
  const [small, large] = [newSharedBudgetCache<number, string>(), newSharedBudgetCache<number, string>()]
  small.set(1, 'small', 1000)
  for (const id of [1, 2, 3]) large.set(id, 'large', THIRD)
  small.set(2, 'medium', THIRD)
  expect([small.get(1), small.get(2)]).toEqual(['small', 'medium'])
  expect([1, 2, 3].map(large.get)).toEqual([undefined, 'large', 'large'])
  for (const cache of [small, large]) cache.clear()
})

it('an entry that is replaced or deleted counts no more, and one above the budget is not kept', () => {
  const cache = newSharedBudgetCache<string, string>()
  for (let time = 0; time < 10; time++) cache.set('a', `${time}`, THIRD)
  cache.set('b', 'other', 10.5)
  expect([cache.held(), cache.get('a')]).toEqual([THIRD + 11, '9'])
  cache.delete('a')
  expect([cache.held(), cache.get('b')]).toEqual([11, 'other'])
  cache.set('b', 'too large', CACHE_BUDGET + 1)
  expect([cache.held(), cache.get('b')]).toEqual([0, undefined])
})

it('ids are those of their group, and a group that lost all entries takes new ones', () => {
  const cache = cacheByGroupAndId<string>()
  cache.set('one', 1, 'first', THIRD)
  cache.set('two', 1, 'second', THIRD)
  expect([cache.get('one', 1), cache.get('two', 1), cache.get('one', 2)]).toEqual([
    'first',
    'second',
    undefined,
  ])
  cache.set('three', 1, 'third', 2 * THIRD)
  cache.set('two', 2, 'other', THIRD)
  expect([cache.get('three', 1), cache.get('two', 2)]).toEqual([undefined, 'other'])
  cache.set('three', 1, 'again', 10)
  expect(cache.get('three', 1)).toBe('again')
})

it('a cache that nothing refers to any more leaves its part of the budget to others', () => {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as () => void
  const fill = () => {
    const gone = newSharedBudgetCache<number, string>()
    for (const id of [1, 2, 3]) gone.set(id, 'gone', THIRD)
    return new WeakRef(gone)
  }
  const gone = fill()
  return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    collect()
    expect(gone.deref()).toBeUndefined()
    const cache = newSharedBudgetCache<number, string>()
    for (const id of [1, 2, 3]) cache.set(id, 'here', THIRD)
    expect([1, 2, 3].map(cache.get)).toEqual(['here', 'here', 'here'])
    cache.clear()
  })
})

it('caches of a calendar with more events hold more, unless a number is given', () => {
  const mebibytes = (events: number) => cacheBudgetFor(events) / 1024 / 1024
  expect([0, 20_000, 100_000, 313_000, 10_000_000].map(mebibytes)).toEqual([40, 40, 64, 127.9, 128])
  const cache = newSharedBudgetCache<string, string>()
  fitCachesTo(100_000)
  cache.set('a', 'of a large calendar', 60 * 1024 * 1024)
  expect(cache.held()).toBe(60 * 1024 * 1024)
  boundCaches(50)
  expect(cache.held()).toBe(0)
  fitCachesTo(400_000)
  cache.set('a', 'above what is given', 60 * 1024 * 1024)
  expect(cache.held()).toBe(0)
  boundCaches(undefined)
  cache.set('a', 'of the largest calendar', 120 * 1024 * 1024)
  expect(cache.held()).toBe(120 * 1024 * 1024)
  cache.clear()
  fitCachesTo(0)
})
