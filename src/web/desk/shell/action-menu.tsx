/** Further actions, folded behind one button, so that the heading of a view stays in one row. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { t } from '../words/index.ts'

/** Calls `leave` when the pointer or the focus goes elsewhere. Dialogs are no place elsewhere: the one of an action is a part of the menu. */
function useLeaving(isOpen: boolean, leave: () => void) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const follow = ({ target }: Event) => {
      if (target instanceof Element && !menu.current?.contains(target) && !target.closest('dialog')) leave()
    }
    for (const kind of ['pointerdown', 'focusin']) document.addEventListener(kind, follow)
    return () => {
      for (const kind of ['pointerdown', 'focusin']) document.removeEventListener(kind, follow)
    }
  }, [isOpen])
  return menu
}

/** The button and, once it is pressed, the actions below it. Escape folds them. */
export function ActionMenu({ children }: { readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useLeaving(isOpen, () => setOpen(false))
  const fold = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    menu.current?.querySelector('summary')?.focus()
  }
  return (
    <details
      class="pop acts-menu"
      ref={menu}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={fold}
    >
      <summary class="button" aria-label={t('more-acts')} title={t('more-acts')}>
        <Icon of="ellipsis" />
      </summary>
      {isOpen && <div class="sheet">{children}</div>}
    </details>
  )
}
