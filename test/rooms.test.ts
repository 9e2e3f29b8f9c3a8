import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { operationsUnderNamespace } from './support/inside/api.ts'
import { rooms } from './support/inside/service.ts'

/** Paths of READMEs, with slashes. */
const readmes = readdirSync(resolve(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('README.md'))
  .map((file) => `/${file.replaceAll('\\', '/')}`)

const twice = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)

describe('the rooms', () => {
  const operations = rooms.flatMap((room) => room.operations)

  it('have names of their own, and each says in its README what it is for', () => {
    expect(twice(rooms.map(({ name }) => name))).toEqual([])
    for (const { name } of rooms)
      expect(
        readmes.some((file) => file.endsWith(`/${name}/README.md`)),
        name,
      ).toBe(true)
  })

  it('have resources of their own, and operate on these alone', () => {
    expect(twice(rooms.flatMap(({ resources = [] }) => resources.map(({ name }) => name)))).toEqual([])
    for (const { resources = [], operations } of rooms)
      expect(operations.filter(({ of }) => of !== undefined && !resources.includes(of))).toEqual([])
  })

  it('declare no operation twice, and the index has each of them', () => {
    const all = operationsUnderNamespace('cal/events/v1')
    const places = all.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`))
    expect(twice(places)).toEqual([])
    expect(operations.filter((one) => !all.includes(one))).toEqual([])
  })
})
