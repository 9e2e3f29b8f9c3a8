/**
 * The keys by which caches in front of the service know what an answer shows, and by which a purge names what changed (contract §22).
 */

/** Every answer has it: all depend on the settings of the site, on its words and on the configuration. */
const SETTINGS_KEY = 'settings'
/** Of answers that depend on which items there are. Every purge names it. */
const LIST_KEY = 'list'
/** The surrogate key in place of those of the items, of answers that show too many of them. Every purge names it. */
export const MANY_KEY = 'many'

/** The most bytes of all keys of an answer or of a purge. Caches refuse much longer headers. */
const MAX_BYTES = 4096

export const surrogateKeyOfItem = (resource: string, id: number): string => `${resource}-${id}`

/** Returns the keys, or undefined where they would be too long for a header. */
function withinHeader(keys: readonly string[]): readonly string[] | undefined {
  const length = keys.reduce((sum, key) => sum + key.length + 1, 0)
  return length <= MAX_BYTES ? keys : undefined
}

/** Returns the keys of an answer that shows these items, which alone decide it if `isAlone`. */
export function surrogateKeysOfAnswer(items: Iterable<string>, isAlone: boolean): readonly string[] {
  const others = isAlone ? [SETTINGS_KEY] : [LIST_KEY, SETTINGS_KEY]
  return withinHeader([...new Set(items), ...others]) ?? [MANY_KEY, ...others]
}

/** Returns the keys of a purge of these items; of all answers where there are too many of them, or with `isOfAll`. */
export function surrogateKeysOfPurge(items: Iterable<string>, isOfAll: boolean): readonly string[] {
  const some = isOfAll ? undefined : withinHeader([...new Set(items), LIST_KEY, MANY_KEY])
  return some ?? [SETTINGS_KEY, LIST_KEY, MANY_KEY]
}
