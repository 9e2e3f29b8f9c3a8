/** Compares lists with a simple model in memory, for every pair of values of two parameters. */
import { expect } from 'vitest'
import { runSeed } from './run-seed.ts'
import type { TestService } from './service.ts'

/** Returns a generator of pseudo-random integers from 0 to below its argument, which follow from `seed` and the seed of the run. */
export function random(seed: number): (below: number) => number {
  let state = (seed + runSeed()) & 0x7fffffff
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

export type Query = Readonly<Record<string, string>>
/** Parameter → the values to test. */
export type Values = Readonly<Record<string, readonly string[]>>

/** The meaning of a list, implemented independently of the service. */
export interface Model<T> {
  /** Whether an item passes a parameter; parameters without a filter match all items. */
  readonly filters: Readonly<Record<string, (item: T, value: string, query: Query) => boolean>>
  /** Value of `orderby` → the sort keys in order; ids break ties. */
  readonly keys: Readonly<Record<string, (item: T, query: Query) => readonly (number | string)[]>>
  /** Returns the query with its effective defaults, including `orderby` and `order`. */
  inEffect(query: Query): Query
}

/** Whether one of the ids is in the comma-separated list. */
export function oneOf(ids: readonly number[], value: string): boolean {
  return value.split(',').some((id) => ids.includes(Number(id)))
}

/** Whether the folded text contains every word of a search and no word after a minus; `"…"` alone is one word. */
export function hasWords(text: string, search: string, fold: (text: string) => string): boolean {
  const words = /^".*"$/.test(search) ? [search.slice(1, -1)] : search.split(' ')
  return words.every((word) =>
    word.startsWith('-') ? !text.includes(fold(word.slice(1))) : text.includes(fold(word)),
  )
}

/** Every pair of values of every two parameters. */
export function pairsOf(values: Values): readonly Query[] {
  const names = Object.keys(values)
  return names.flatMap((a, index) =>
    names
      .slice(index + 1)
      .flatMap((b) => (values[a] ?? []).flatMap((x) => (values[b] ?? []).map((y) => ({ [a]: x, [b]: y })))),
  )
}

function compared(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  const [x = 0, y = 0] = at < 0 ? [] : [a[at], b[at]]
  return x < y ? -1 : x > y ? 1 : 0
}

/** Returns the ids that a query finds on all pages, in order. */
function expectedIds<T extends { readonly id: number }>(
  items: readonly T[],
  query: Query,
  model: Model<T>,
): readonly number[] {
  const effective = model.inEffect(query)
  const key = (item: T) => [...(model.keys[effective.orderby ?? '']?.(item, effective) ?? []), item.id]
  const sign = effective.order?.toLowerCase() === 'desc' ? -1 : 1
  return items
    .filter((item) =>
      Object.entries(effective).every(
        ([name, value]) => model.filters[name]?.(item, value, effective) ?? true,
      ),
    )
    .sort((a, b) => sign * compared(key(a), key(b)))
    .map(({ id }) => id)
}

export interface Listing<T> {
  readonly service: TestService
  readonly collection: string
  readonly items: readonly T[]
  readonly model: Model<T>
  /** The headers with the credentials of the reader. */
  readonly headers?: Record<string, string>
}

/** Requests each query and compares ids, order and total with the model. Returns the number of items found. */
export async function expectModelled<T extends { readonly id: number }>(
  { service, collection, items, model, headers = {} }: Listing<T>,
  queries: readonly Query[],
): Promise<number> {
  let found = 0
  for (const query of queries) {
    const { per_page = '100', page = '1' } = query
    const sent = new URLSearchParams({ ...query, per_page, _fields: `${collection}.id,total,code` })
    const { status, body } = await service.get(`/${collection}?${sent}`, headers)
    const all = expectedIds(items, query, model)
    const [from, most] = [(Number(page) - 1) * Number(per_page), Number(per_page)]
    const wanted = all.slice(from, from + most)
    const at = `${collection} ${JSON.stringify(query)} ${JSON.stringify(body)}`
    if (from > 0 && wanted.length === 0) expect(status, at).toBe(404)
    else {
      expect(status, at).toBe(200)
      expect([body[collection].map(({ id }: { id: number }) => id), body.total], at).toEqual([
        wanted,
        all.length,
      ])
    }
    found += wanted.length
  }
  return found
}
