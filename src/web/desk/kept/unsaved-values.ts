/**
 * Unsaved values of forms, kept in the browser until they are saved or discarded. They survive a reload, a crash and the end of the
 * session. Each opened form keeps its own, so that two tabs with the same form don't overwrite each other’s.
 */
import { currentUser } from '../api/session.ts'
import { epochMillisecondsNow } from '../time/zones.ts'

export interface UnsavedValues<T> {
  /** Where it is stored. */
  readonly at: string
  readonly values: T
  /** The values before the changes. */
  readonly base: T
  /** The version that was changed; undefined for a new item. */
  readonly etag: string | undefined
  /** When it was stored, in milliseconds since 1970. */
  readonly time: number
}

const prefixOf = (form: string) => `fasti-desk-kept:${currentUser()?.id ?? 0}:${form}:`

/** The places of unsaved values of a form, such as `event/5` or `venues/new`. */
function placesOf(form: string): readonly string[] {
  const prefix = prefixOf(form)
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
}

function read<T>(at: string): readonly UnsavedValues<T>[] {
  const text = localStorage.getItem(at)
  return text === null ? [] : [{ ...(JSON.parse(text) as Omit<UnsavedValues<T>, 'at'>), at }]
}

/** Whether any tab has unsaved values of a form, now or before it was closed. */
export const hasUnsavedValues = (form: string): boolean => placesOf(form).length > 0

/** Removes the unsaved values of a form in all tabs, for instance because its item is gone. */
export function removeUnsavedValues(form: string): void {
  for (const at of placesOf(form)) localStorage.removeItem(at)
}

/** The places of forms that this tab has left. Browsers release them a moment later. */
const left = new Set<string>()

/** The places that open forms of this and other tabs hold. Browsers tell it only on HTTPS and on this machine. */
async function heldPlaces(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => (left.has(name) ? [] : [name])))
}

/** Holds a place until the tab is closed, or until the returned function is called. */
function hold(at: string): () => void {
  left.delete(at)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if ('locks' in navigator) void navigator.locks.request(at, () => released)
  return () => {
    left.add(at)
    release()
  }
}

/** The state that an opened form keeps. */
export interface UnsavedFormStore<T> {
  /** Stores the values of the form. */
  keep(values: T, base: T, etag?: string): void
  /** Removes what this form has stored, after it is saved or discarded. */
  forget(): void
  /** Returns what the same form has stored in tabs that are closed, the newest first. */
  abandoned(): Promise<readonly UnsavedValues<T>[]>
  /** Goes on from what another tab stored. */
  takeUp(kept: UnsavedValues<T>): void
  /** Removes what another tab stored. */
  discard(kept: UnsavedValues<T>): void
  /** Called when the form is left. */
  leave(): void
}

/** Returns the place for the unsaved values of a form that was opened. */
export function unsavedFormStore<T>(form: string): UnsavedFormStore<T> {
  const own = crypto.getRandomValues(new Uint32Array(2)).join('-')
  let at = prefixOf(form) + own
  let release = hold(at)
  return {
    keep(values, base, etag) {
      try {
        localStorage.setItem(at, JSON.stringify({ values, base, etag, time: epochMillisecondsNow() }))
      } catch {
        // The storage is full or disabled. The user is still warned before leaving.
      }
    },
    forget: () => localStorage.removeItem(at),
    async abandoned() {
      const held = await heldPlaces()
      const places = placesOf(form).filter((one) => one !== at && !held.has(one))
      return places.flatMap((one) => read<T>(one)).toSorted((one, other) => other.time - one.time)
    },
    takeUp(kept) {
      release()
      at = kept.at
      release = hold(at)
    },
    discard: (kept) => localStorage.removeItem(kept.at),
    leave: () => release(),
  }
}
