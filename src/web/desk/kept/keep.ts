// Texts that the browser keeps. Where its storage is full or blocked, it keeps nothing: what was chosen holds until the page is left.

type Storage = 'localStorage' | 'sessionStorage'

/** Keeps a text; undefined removes it. */
export function keep(name: string, text: string | undefined, storage: Storage = 'localStorage'): void {
  try {
    if (text === undefined) globalThis[storage].removeItem(name)
    else globalThis[storage].setItem(name, text)
  } catch {}
}

/** Returns the text that is kept; null without one. */
export function readKept(name: string, storage: Storage = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(name)
  } catch {
    return null
  }
}

/** The names of all texts that are kept beyond this tab. */
export function keptNames(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
