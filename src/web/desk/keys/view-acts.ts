/** The acts of the view that is shown: the palette offers them by their names, and a key does each of those that have one. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useShortcutKeys } from './shortcut-keys.ts'

/** An act of a view. */
export interface PaletteActOfView {
  readonly label: string
  readonly run: () => void
  /** The character that does it outside of fields. */
  readonly key?: string
  /** Whether the palette offers it for typed letters alone, since there are many of its kind. */
  readonly isOneOfMany?: boolean
}

type CurrentActs = () => readonly PaletteActOfView[]

const shown = new Set<CurrentActs>()

/** The acts of the view, in the order in which its parts appeared. */
export const listActsOfCurrentView = (): readonly PaletteActOfView[] =>
  [...shown].flatMap((current) => current())

/** Offers acts while a part of a view is shown. */
export function useViewActs(acts: readonly PaletteActOfView[]): void {
  const current = useRef(acts)
  current.current = acts
  useLayoutEffect(() => {
    const own = () => current.current
    shown.add(own)
    return () => {
      shown.delete(own)
    }
  }, [])
  useShortcutKeys(
    Object.fromEntries(acts.flatMap(({ key, run }) => (key === undefined ? [] : [[key, run] as const]))),
  )
}
