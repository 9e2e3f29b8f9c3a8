/** Tables with one entry for each of several names. */

/** Returns an object with a value for each name. */
export function recordFromNames<N extends string, V>(
  names: readonly N[],
  value: (name: N) => V,
): Readonly<Record<N, V>> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, V>
}

/** Returns an object with a value for each name, of the type that `T` has for it. */
export function typedRecordFromNames<T extends object>(
  names: readonly string[],
  value: (name: string) => unknown,
): T {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as T
}

/** Returns the names of a table, in their order. */
export function namesOf<N extends string>(table: Readonly<Record<N, unknown>>): readonly N[] {
  return Object.keys(table) as N[]
}

/** Returns the entries of a table, in their order. */
export function entriesOf<N extends string, V>(table: Readonly<Record<N, V>>): readonly (readonly [N, V])[] {
  return namesOf(table).map((name) => [name, table[name]])
}

/** Returns the object with the named properties alone, as far as it has them. */
export function pick<T extends object, K extends keyof T>(values: T, names: readonly K[]): Pick<T, K> {
  const kept = new Set<PropertyKey>(names)
  return Object.fromEntries(Object.entries(values).filter(([name]) => kept.has(name))) as Pick<T, K>
}

/** Returns the object without the named properties. */
export function withoutProperties<T extends object, K extends keyof T>(
  values: T,
  names: readonly K[],
): Omit<T, K> {
  const left = new Set<PropertyKey>(names)
  return Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name))) as Omit<T, K>
}

/** Returns the object without the properties that are undefined. */
export function withoutUndefined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

/**
 * Returns a new object with the properties of all parts; those of later parts win. For rows of many columns: of so many, V8 takes up to ten
 * times as long for spreads, one after the other (`npm run bench -- create update`).
 */
export function rowFromParts<A extends object, B extends object, C extends object, D extends object>(
  first: A,
  second: B,
  third?: C,
  fourth?: D,
): A & B & C & D
export function rowFromParts(...parts: readonly object[]): object {
  const row: Record<string, unknown> = {}
  for (const part of parts) for (const name of Object.keys(part)) row[name] = Reflect.get(part, name)
  return row
}
