/** A text that stays where it was typed, for instance the message for an entry while others are read. */
import { useState } from 'preact/hooks'
import { currentUser } from '../api/api.ts'

/**
 * Returns the text of a place and the function that sets it. It survives a reload until it is set to an empty one. Each tab has its
 * own; a new one begins with what was typed last.
 */
export function usePersistentText(place: string): readonly [text: string, set: (text: string) => void] {
  const key = `fasti-desk-text:${currentUser()?.id ?? 0}:${place}`
  const [text, setText] = useState(sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? '')
  const set = (next: string) => {
    setText(next)
    try {
      for (const storage of [sessionStorage, localStorage])
        if (next === '') storage.removeItem(key)
        else storage.setItem(key, next)
    } catch {
      // The storage is full or disabled: the text stays until the view is left.
    }
  }
  return [text, set]
}
