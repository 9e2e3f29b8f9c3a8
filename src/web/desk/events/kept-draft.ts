/** Unsaved changes, kept by the browser until they are saved or given up: no crash, mistake or ended session loses them. */
import { currentUser } from '../api/session.ts'
import { now } from '../time/zones.ts'
import type { Draft } from './draft.ts'

export interface KeptDraft {
  readonly draft: Draft
  /** What the changes were made to. */
  readonly base: Draft
  readonly etag: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number
}

const nameOf = (id: number | undefined) => `fasti-desk-event:${currentUser()?.id ?? 0}:${id ?? 'new'}`

/** Keeps unsaved changes of an event; undefined for the new one. */
export function keepDraft(id: number | undefined, kept: Omit<KeptDraft, 'at'>): void {
  try {
    localStorage.setItem(nameOf(id), JSON.stringify({ ...kept, at: now() }))
  } catch {
    // The storage is full or switched off: then the warning before leaving is all there is.
  }
}

/** The unsaved changes of an event, if any are kept. */
export function keptDraft(id: number | undefined): KeptDraft | undefined {
  const text = localStorage.getItem(nameOf(id))
  return text === null ? undefined : (JSON.parse(text) as KeptDraft)
}

/** Gives up, or has saved, the changes of an event. */
export function forgetDraft(id: number | undefined): void {
  localStorage.removeItem(nameOf(id))
}
