import { expect, it } from 'vitest'
import { remembered } from '../../src/domain/remembered.ts'

/** A remembered function, and what it was asked for in earnest. */
function counted(limit: number) {
  const asked: string[] = []
  const ask = remembered(limit, (text, number) => {
    asked.push(`${text}${number}`)
    return text === '' ? undefined : text.repeat(number)
  })
  return { ask, asked }
}

it('an answer is found once, for each text with each number', () => {
  const { ask, asked } = counted(3)
  for (let round = 0; round < 3; round += 1) {
    expect([ask('a', 1), ask('a', 2), ask('1 a', 1)]).toEqual(['a', 'aa', '1 a'])
  }
  expect(asked).toEqual(['a1', 'a2', '1 a1'])
})

it('that there is none is an answer too', () => {
  const { ask, asked } = counted(1)
  expect([ask('', 1), ask('', 1)]).toEqual([undefined, undefined])
  expect(asked).toEqual(['1'])
})

it('no more answers are kept than the limit says, and the last one always is', () => {
  const { ask, asked } = counted(2)
  for (const text of ['a', 'b', 'c', 'c', 'a', 'c', 'b']) ask(text, 1)
  expect(asked).toEqual(['a1', 'b1', 'c1', 'a1', 'b1'])
})
