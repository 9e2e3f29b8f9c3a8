/** Further actions, folded behind one button, so that the heading of a view stays in one row. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../parts/link.tsx'
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

interface SheetMenuProps {
  readonly class?: string
  readonly summary: ComponentChildren
  /** Renders what is below the button; `fold` closes it. */
  readonly children: (fold: () => void) => ComponentChildren
}

/** A button and, once it is pressed, a sheet below it. Escape folds it, and so does what is done elsewhere. */
export function SheetMenu({ class: name = '', summary, children }: SheetMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const menu = useLeaving(isOpen, () => setOpen(false))
  // First the focus, so that a dialog which an action opens gives it back to the button.
  const fold = () => {
    menu.current?.querySelector('summary')?.focus()
    setOpen(false)
  }
  return (
    <details
      class={`pop ${name}`}
      ref={menu}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={({ key }) => key === 'Escape' && isOpen && fold()}
    >
      {summary}
      {isOpen && children(fold)}
    </details>
  )
}

interface MenuProps {
  /** The name of what the actions are about, where several menus stand together. */
  readonly of?: string
  /** What the button says, where it is more than dots. */
  readonly word?: string
  /** Whether every action is done, or goes on elsewhere, so that the menu closes with it. */
  readonly closesWithAct?: boolean
  readonly children: ComponentChildren
}

export function ActionMenu({ of, word = '', closesWithAct = false, children }: MenuProps) {
  const label = of === undefined ? t('more-acts') : t('labelled', { label: t('more-acts'), text: of })
  const button = (
    <summary class={`button ${word && 'main'}`} aria-label={word || label} title={label}>
      {word || <Icon of="ellipsis" />}
    </summary>
  )
  return (
    <SheetMenu class="acts-menu" summary={button}>
      {(fold) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are pressed, which bubbles
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys press the buttons, too
        <div class="sheet" onClick={closesWithAct ? fold : undefined}>
          {children}
        </div>
      )}
    </SheetMenu>
  )
}
