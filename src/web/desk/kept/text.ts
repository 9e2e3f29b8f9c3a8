/** A text that stays where it was typed, for instance the message for an entry while others are read. */
import { useState } from 'preact/hooks'
import { currentUser } from '../api/session.ts'

/** Returns the text of a place and the function that sets it. It survives a reload until it is set to an empty one. */
export function usePersistentText(place: string): readonly [text: string, set: (text: string) => void] {
  const key = `fasti-desk-text:${currentUser()?.id ?? 0}:${place}`
  const [text, setText] = useState(localStorage.getItem(key) ?? '')
  const set = (next: string) => {
    setText(next)
    try {
      if (next === '') localStorage.removeItem(key)
      else localStorage.setItem(key, next)
    } catch {
      // The storage is full or disabled: the text stays until the view is left.
    }
  }
  return [text, set]
}
