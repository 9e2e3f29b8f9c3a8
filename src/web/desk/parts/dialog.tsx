/** Modal dialogs. Escape closes them, and the focus returns to where it was. */
import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { t } from '../words/index.ts'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly class?: string
  /** Returns where the focus goes at the end, if nothing had it before. */
  readonly back?: () => HTMLElement | undefined
  readonly children: ComponentChildren
}

/** A modal dialog, open while it is rendered. */
export function Dialog({ title, onClose, class: kind = '', back, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Before the next key that is typed.
  useLayoutEffect(() => {
    const shown = dialog.current
    const focused = document.activeElement
    // A button that was pressed and is disabled since loses the focus with the next frame: it had none.
    const hadFocus = focused !== document.body && focused?.matches(':disabled') === false
    const before = focused instanceof HTMLElement && hadFocus ? focused : undefined
    // Chromium types nothing into a field to which a dialog gives the focus back by itself.
    before?.blur()
    shown?.showModal()
    return () => {
      // While it is open, nothing behind it takes the focus.
      shown?.close()
      ;(before ?? back?.())?.focus()
    }
  }, [])
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog ref={dialog} class={kind} aria-labelledby={id} onCancel={cancel}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

interface DialogButtonProps {
  readonly label: string
  readonly class?: string
  /** Renders the dialog, given what closes it. */
  readonly children: (close: () => void) => ComponentChildren
}

/** A button that opens a dialog. */
export function DialogButton({ label, class: kind, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class={kind} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

interface SubmitProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly cancel: () => void
}

/** The buttons that submit and cancel the form of a dialog. */
export function SubmitOrCancel({ label, isDisabled = false, cancel }: SubmitProps) {
  return (
    <div class="actions">
      <button type="submit" class="main" disabled={isDisabled}>
        {label}
      </button>
      <button type="button" onClick={cancel}>
        {t('cancel')}
      </button>
    </div>
  )
}

interface Question {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly isDangerous?: boolean
}

const openQuestion = signal<(Question & { readonly answer: (yes: boolean) => void }) | undefined>(undefined)

/** Asks a question in a dialog. Resolves to whether the user confirmed. */
export function askConfirmation(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openQuestion.value = {
      ...question,
      answer(yes) {
        openQuestion.value = undefined
        resolve(yes)
      },
    }
  })
}

/** Asks whether to delete something for good. Resolves to whether the user confirmed. */
export const confirmDeletion = (title: string, text: string): Promise<boolean> =>
  askConfirmation({ title, text, yes: t('bulk.delete'), isDangerous: true })

/** Renders the open question. */
export function OpenQuestionDialog() {
  const question = openQuestion.value
  if (question === undefined) return null
  const { title, text, yes, isDangerous, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <div class="actions">
        <button type="button" class={isDangerous ? 'danger' : 'main'} onClick={() => answer(true)}>
          {yes}
        </button>
        <button type="button" onClick={() => answer(false)}>
          {t('cancel')}
        </button>
      </div>
    </Dialog>
  )
}
