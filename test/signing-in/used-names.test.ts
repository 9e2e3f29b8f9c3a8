import { expect, it } from 'vitest'
import { firstUses } from '../support/inside/service.ts'

it('a name is used for the first time once within its life, and again after it', () => {
  const isFirst = firstUses(1000, 10)
  expect([isFirst('a', 0), isFirst('a', 0), isFirst('b', 500), isFirst('a', 1000)]).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([isFirst('a', 1001), isFirst('b', 1001), isFirst('a', 2001), isFirst('b', 2001)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

it('of more names than are kept, the oldest are forgotten', () => {
  const isFirst = firstUses(1000, 3)
  for (const name of ['a', 'b', 'c']) expect(isFirst(name, 0)).toBe(true)
  expect(['a', 'b', 'c'].map((name) => isFirst(name, 1))).toEqual([false, false, false])
  expect([isFirst('d', 1), isFirst('b', 1), isFirst('d', 1), isFirst('a', 1)]).toEqual([
    true,
    false,
    false,
    true,
  ])
})
