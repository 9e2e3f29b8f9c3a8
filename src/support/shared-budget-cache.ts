/**
 * Bounded caches. All caches of the process share one budget of bytes: beyond it, the largest one loses what it used least lately.
 * An entry that can be read again at any time belongs here; whether it is still valid is decided by its reader.
 */
import { LRUCache } from 'lru-cache'

const MIB = 1024 * 1024

/** Returns the bytes that caches of a calendar with so many events hold at most: beyond 20,000, whole files need more. */
export const cacheBudgetFor = (events: number): number =>
  MIB * Math.min(128, 40 + (3 * Math.max(0, events - 20_000)) / 10_000)

let given: number | undefined
let fitting = cacheBudgetFor(0)
const budget = () => given ?? fitting

/** Bounds all entries of all caches of the process to so many MiB; undefined leaves it to `fitCachesTo`. */
export function boundCaches(mebibytes: number | undefined): void {
  given = mebibytes && mebibytes * MIB
  shrink()
}

/** Lets caches hold what a calendar with so many events needs, where `boundCaches` was given no number. */
export function fitCachesTo(events: number): void {
  fitting = cacheBudgetFor(events)
}

/** A cache of values by key. */
export interface SharedBudgetCache<K, V> {
  get(key: K): V | undefined
  /** `size` is in bytes, and may be an estimate. */
  set(key: K, value: V, size: number): void
  delete(key: K): void
  clear(): void
  /** The bytes of its entries. */
  held(): number
}

/** A cache of values by a text, the group, and a number, the id. */
interface CacheByGroupAndId<V> {
  get(group: string, id: number): V | undefined
  /** `size` is in bytes, and may be an estimate. */
  set(group: string, id: number, value: V, size: number): void
}

/** A cache as the budget sees it. */
interface Member {
  held(): number
  /** Drops the entry that was used least lately. */
  dropOldest(): void
}

/** The caches in use. One that nothing refers to any more is gone with its entries. */
const members = new Set<WeakRef<Member>>()
/** The bytes of the members, and of those that are gone since it was last counted. */
let total = 0

function membersInUse(): readonly Member[] {
  const used: Member[] = []
  for (const one of members) {
    const member = one.deref()
    if (member === undefined) members.delete(one)
    else used.push(member)
  }
  return used
}

/** Brings all caches within the budget. */
function shrink(): void {
  const used = membersInUse()
  total = used.reduce((sum, member) => sum + member.held(), 0)
  while (total > budget()) {
    const largest = used.reduce((one, other) => (other.held() > one.held() ? other : one))
    const before = largest.held()
    largest.dropOldest()
    total -= before - largest.held()
  }
}

/** Returns an empty cache. `onEmpty` is called when it has lost its last entry. */
export function newSharedBudgetCache<K extends {}, V extends {}>(
  onEmpty = () => {},
): SharedBudgetCache<K, V> {
  const entries = new LRUCache<K, V>({ maxSize: Number.MAX_SAFE_INTEGER })
  const held = () => entries.calculatedSize
  const counted = (change: () => void) => {
    const before = held()
    change()
    total += held() - before
    if (total > budget()) shrink()
  }
  const cache: SharedBudgetCache<K, V> & Member = {
    held,
    get: (key) => entries.get(key),
    set: (key, value, size) =>
      counted(() => {
        // One that is larger than all may be would drive out every other before itself.
        if (size > budget()) entries.delete(key)
        else entries.set(key, value, { size: Math.max(1, Math.ceil(size)) })
      }),
    delete: (key) => counted(() => entries.delete(key)),
    clear: () => counted(() => entries.clear()),
    dropOldest() {
      entries.pop()
      if (entries.size === 0) onEmpty()
    },
  }
  members.add(new WeakRef<Member>(cache))
  return cache
}

/** Bytes that a group takes besides its entries, about. */
const GROUP = 2048

/** Returns an empty cache of values by group and id. Ids are looked up as numbers: texts of both would take ten times as long. */
export function cacheByGroupAndId<V extends {}>(): CacheByGroupAndId<V> {
  const groups = new Map<string, SharedBudgetCache<number, V>>()
  return {
    get: (group, id) => groups.get(group)?.get(id),
    set(group, id, value, size) {
      const known = groups.get(group)
      if (known !== undefined) return known.set(id, value, size)
      const added = newSharedBudgetCache<number, V>(() => groups.delete(group))
      groups.set(group, added)
      added.set(id, value, size + GROUP)
    },
  }
}

// Bytes that are kept: outside Node's shared buffer pool, where a short text keeps a whole slab of 64 KiB alive.

export function joinedBytes(parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Encodes a text as UTF-8. */
export const utf8Buffer = (text: string): Buffer => joinedBytes([Buffer.from(text)])

/** Returns these bytes as they may be kept: a part of a larger buffer is copied, since it would keep all of that alive. */
export const keptBytes = (bytes: Buffer): Buffer =>
  bytes.length === bytes.buffer.byteLength ? bytes : joinedBytes([bytes])
