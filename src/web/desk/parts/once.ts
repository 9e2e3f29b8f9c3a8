/** What is loaded once, when it is first needed. */
import { signal } from '@preact/signals'

/** Returns what `load` loads, once somebody asks for it: rendered again when it is there. A failed attempt is made again when asked for. */
export function loadedOnce<T extends object>(load: () => Promise<T>) {
  const state = signal<T | 'missing' | undefined>(undefined)
  let loading: Promise<void> | undefined
  const begin = async () => {
    if (state.peek() === 'missing') state.value = undefined
    state.value = await load().catch(() => 'missing' as const)
    if (state.peek() === 'missing') loading = undefined
  }
  return {
    value: () => (typeof state.value === 'string' ? undefined : state.value),
    /** Whether the last attempt to load it failed, and no other began. */
    isMissing: () => state.value === 'missing',
    /** Loads it, unless that was begun. It never throws. */
    load: () => {
      loading ??= begin()
      return loading
    },
    /** Waits until it is loaded, if somebody asked for it. */
    ifAsked: async () => loading,
  }
}
