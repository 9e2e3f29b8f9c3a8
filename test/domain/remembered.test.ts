import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { makeMemoByKeyAndList, memoizedByText } from '../../src/support/remembered.ts'

/** A memoized function, and the calls that reached the original. */
function counted(limit: number) {
  const asked: string[] = []
  const ask = memoizedByText(limit, (text, number: number) => {
    asked.push(`${text}${number}`)
    return text === '' ? undefined : text.repeat(number)
  })
  return { ask, asked }
}

it('a result is computed once for each text and number', () => {
  const { ask, asked } = counted(3)
  for (let round = 0; round < 3; round += 1) {
    expect([ask('a', 1), ask('a', 2), ask('1 a', 1)]).toEqual(['a', 'aa', '1 a'])
  }
  expect(asked).toEqual(['a1', 'a2', '1 a1'])
})

it('undefined is cached too', () => {
  const { ask, asked } = counted(1)
  expect([ask('', 1), ask('', 1)]).toEqual([undefined, undefined])
  expect(asked).toEqual(['1'])
})

it('at most `limit` results are cached, and always the last one', () => {
  const { ask, asked } = counted(2)
  for (const text of ['a', 'b', 'c', 'c', 'a', 'c', 'b']) ask(text, 1)
  expect(asked).toEqual(['a1', 'b1', 'c1', 'a1', 'b1'])
})

it('a result of a list is computed again for other objects, or in another order', () => {
  const [a, b] = [{}, {}]
  let count = 0
  const ask = makeMemoByKeyAndList<object, number>(2)
  const asked = (items: readonly object[]) => ask('key', items, () => ++count)
  expect([asked([a, b]), asked([a, b]), asked([b, a]), asked([a]), asked([{}])]).toEqual([1, 1, 2, 3, 4])
})

it('a result of a list does not hold the objects of the list', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  const ask = makeMemoByKeyAndList<object, string>(2)
  const asked = () => {
    const item = { title: 'Market' }
    ask('key', [item], () => 'text')
    return new WeakRef(item)
  }
  const item = asked()
  // A WeakRef holds its object until the end of the turn that made it.
  await new Promise(setImmediate)
  collectGarbage()
  expect(item.deref()).toBeUndefined()
})
