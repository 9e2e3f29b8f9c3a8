import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operationsUnderNamespace } from './support/inside/api.ts'
import { rooms } from './support/inside/service.ts'

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)

describe('the rooms', () => {
  const operations = rooms.flatMap((room) => room.operations)

  it('have names of their own, and each says in its README what it is for', () => {
    expect(twice(rooms.map(({ name }) => name))).toEqual([])
    for (const { name } of rooms)
      expect(existsSync(resolve(import.meta.dirname, `../src/items/${name}/README.md`)), name).toBe(true)
  })

  it('have resources of their own, and operate on these alone', () => {
    expect(twice(rooms.flatMap(({ resources }) => resources.map(({ name }) => name)))).toEqual([])
    for (const { resources, operations } of rooms)
      expect(operations.filter(({ of }) => !resources.includes(of))).toEqual([])
  })

  it('declare no operation twice, and the index has each of them', () => {
    const all = operationsUnderNamespace('cal/events/v1')
    const places = all.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
    expect(twice(places)).toEqual([])
    expect(operations.filter((one) => !all.includes(one))).toEqual([])
  })
})
