/** Single-character shortcuts of one view. The setting that turns off shortcuts applies to them, too. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hasShortcutsSignal } from '../shell/shortcuts.ts'
import { isTyping } from './typing.ts'

/** Calls the function of a key pressed outside fields and dialogs. Escape leaves a field, so that shortcuts work again. */
export function useShortcutKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys)
  current.current = keys
  // From the moment on that the view is seen: otherwise the key would be one of every view.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isTyping(event) && event.target instanceof HTMLElement)
        event.target.blur()
      const act = current.current[event.key]
      const isOther = event.ctrlKey || event.metaKey || event.altKey || isTyping(event)
      if (act === undefined || isOther || !hasShortcutsSignal.value) return
      if (document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
