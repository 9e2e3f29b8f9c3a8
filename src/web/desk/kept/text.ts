/** Texts that stay where they were typed. */
import { createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { currentUser } from '../api/api.ts'
import { keep, readKept } from './keep.ts'

// In a form, until its fields have taken them as values.

/** Where a form keeps the texts that its fields have not taken, by the names of the fields. */
interface UntakenTextsOfForm {
  readonly texts: Readonly<Record<string, string | undefined>>
  readonly set: (name: string, text: string | undefined) => void
}

/** Without it, a field keeps its text itself. */
export const UntakenTexts = createContext<UntakenTextsOfForm | undefined>(undefined)

/** Returns the text that was typed into the field of a name and is not taken yet, and the function that sets it. */
export function useUntakenText(name: string): readonly [text: string, set: (text: string) => void] {
  const [own, setOwn] = useState('')
  const kept = useContext(UntakenTexts)
  if (kept === undefined) return [own, setOwn]
  return [kept.texts[name] ?? '', (text) => kept.set(name, text || undefined)]
}

// In a place of its own, for instance the message for an entry while others are read.

/**
 * Returns the text of a place and the function that sets it. It survives a reload until it is set to an empty one. Each tab has its
 * own; a new one begins with what was typed last.
 */
export function usePersistentText(place: string): readonly [text: string, set: (text: string) => void] {
  const key = `fasti-desk-text:${currentUser()?.id ?? 0}:${place}`
  const [text, setText] = useState(readKept(key, 'sessionStorage') ?? readKept(key) ?? '')
  const set = (next: string) => {
    setText(next)
    for (const storage of ['sessionStorage', 'localStorage'] as const) keep(key, next || undefined, storage)
  }
  return [text, set]
}
