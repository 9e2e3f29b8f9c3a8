/** Unsaved changes, stored in the browser until they are saved or discarded. They survive a crash and the end of the session. */
import { currentUser } from '../api/session.ts'
import { now } from '../time/zones.ts'
import type { Draft } from './draft.ts'

export interface StoredDraft {
  readonly draft: Draft
  /** The event before the changes. */
  readonly base: Draft
  readonly etag: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

const nameOf = (id: number | undefined) => `fasti-desk-event:${currentUser()?.id ?? 0}:${id ?? 'new'}`

/** Stores unsaved changes of an event; `undefined` means the new event. */
export function keepDraft(id: number | undefined, kept: Omit<StoredDraft, 'at'>): void {
  try {
    localStorage.setItem(nameOf(id), JSON.stringify({ ...kept, at: now() }))
  } catch {
    // The storage is full or disabled. The user is still warned before leaving.
  }
}

/** Returns the stored unsaved changes of an event, if any. */
export function storedDraft(id: number | undefined): StoredDraft | undefined {
  const text = localStorage.getItem(nameOf(id))
  return text === null ? undefined : (JSON.parse(text) as StoredDraft)
}

/** Removes the stored changes of an event, after they are saved or discarded. */
export function forgetDraft(id: number | undefined): void {
  localStorage.removeItem(nameOf(id))
}
