import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { openApiWordFunctionsOf } from '../../src/contract/openapi.ts'
import { routesOfOperations } from '../../src/contract/operations.ts'
import { routeIndexDocument, routeIndexKey } from '../../src/contract/route-index.ts'
import { operationsUnderNamespace } from '../../src/operations.ts'
import { tables } from './args.ts'

interface Shown {
  readonly type?: string
  readonly default?: unknown
  readonly required: boolean
  readonly items?: { readonly type: string }
  readonly format?: string
}
interface Index {
  readonly routes: Readonly<
    Record<
      string,
      { readonly endpoints: readonly { methods: readonly string[]; args: Readonly<Record<string, Shown>> }[] }
    >
  >
}

const namespace = 'cal/events/v1'
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'America/New_York' }
const index = routeIndexDocument(routesOfOperations(operationsUnderNamespace(namespace)), {
  namespace,
  root: 'http://127.0.0.1:3000',
  moment,
  ...openApiWordFunctionsOf('en'),
}) as Index

const moving: Readonly<Record<string, string>> = {
  '2027-01-15 00:00:00': 'today',
  '2029-01-15 00:00:00': 'in-2-years',
}

function shownDefault(fallback: unknown): string {
  if (fallback === undefined) return '-'
  return moving[String(fallback)] ?? JSON.stringify(fallback)
}

const lineOf = ([name, arg]: [string, Shown]) =>
  `${name}${arg.required ? '*' : ''} ${arg.type ?? 'untyped'} ${shownDefault(arg.default)}`

describe('the route index', () => {
  for (const [key, expected] of Object.entries(tables)) {
    const [methods = '', path = ''] = key.split(' ')
    it(`lists the args of ${key} as in the contract`, () => {
      const endpoint = index.routes[routeIndexKey(path, namespace)]?.endpoints.find(
        (one) => one.methods.join() === methods,
      )
      expect(
        Object.entries(endpoint?.args ?? { missing: { required: false } })
          .map(lineOf)
          .sort(),
      ).toEqual([...expected].sort())
    })
  }

  it('has only endpoints that the contract lists', () => {
    const patterns = new Set(
      Object.keys(tables).map(
        (key) => `${key.split(' ')[0]} ${routeIndexKey(key.split(' ')[1] ?? '', namespace)}`,
      ),
    )
    const served = Object.entries(index.routes).flatMap(([pattern, { endpoints }]) =>
      endpoints.map(({ methods }) => `${methods.join()} ${pattern}`),
    )
    expect(served.filter((one) => !patterns.has(one))).toEqual([])
    expect(Object.keys(index.routes)).toHaveLength(
      new Set([...patterns].map((one) => one.split(' ')[1])).size,
    )
  })

  it('shows the item type of lists, and the format of numbers as double', () => {
    const args = Object.values(index.routes).flatMap(({ endpoints }) =>
      endpoints.flatMap((one) => Object.values(one.args)),
    )
    expect(args.filter(({ type }) => type === 'array').every(({ items }) => items?.type === 'integer')).toBe(
      true,
    )
    expect(args.filter(({ type }) => type === 'number').every(({ format }) => format === 'double')).toBe(true)
    expect(args.filter(({ type }) => type !== 'number').every(({ format }) => format === undefined)).toBe(
      true,
    )
  })
})
