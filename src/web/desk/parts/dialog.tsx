/** Modal dialogs. Escape closes them, and the focus returns to where it was. */
import { signal } from '@preact/signals'
import { type ComponentChildren, Fragment, type VNode } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useViewActs } from '../shell/keys.ts'
import { t } from '../words/index.ts'
import { Button } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly class?: string
  /** Returns where the focus goes at the end, if nothing had it before, or what submits a form. */
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
      const last = before?.matches('[type=submit]') === false ? before : (back?.() ?? before)
      last?.focus()
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

interface CloseRowProps {
  readonly close: () => void
  /** Whether nothing else in the dialog leads on. */
  readonly isMain?: boolean
}

/** The last row of a dialog that only has to be closed. */
export const CloseRow = ({ close, isMain = false }: CloseRowProps) => (
  <div class="actions">
    <Button class={isMain ? 'main' : undefined} onClick={close} label={t('close')} />
  </div>
)

interface DialogButtonProps {
  readonly label: string
  /** What programs read out in place of the label, such as whom it is about, too. */
  readonly name?: string
  readonly class?: string
  /** The key that opens the dialog, of an act that the palette offers, too. */
  readonly shortcut?: string
  /** Renders the dialog, given what closes it. */
  readonly children: (close: () => void) => ComponentChildren
}

/** A button that opens a dialog. */
export function DialogButton({ label, name, class: kind, shortcut: key, children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  useViewActs(key === undefined ? [] : [{ label, key, run: open }])
  return (
    <>
      <Button class={kind} aria-label={name} onClick={open} label={label} />
      {isOpen && children(() => setOpen(false))}
    </>
  )
}

interface SubmitProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly isDangerous?: boolean
  readonly cancel: () => void
  /** The label of the button that cancels, where the form itself is about cancelling something. */
  readonly back?: string | undefined
}

/** The buttons that submit and cancel the form of a dialog. */
export function SubmitOrCancel(props: SubmitProps) {
  const { label, isDisabled = false, isDangerous = false, cancel, back = t('cancel') } = props
  return (
    <div class="actions">
      <Button type="submit" class={isDangerous ? 'danger' : 'main'} disabled={isDisabled} label={label} />
      <Button onClick={cancel} label={back} />
    </div>
  )
}

/** The open questions; each is above the one before. */
const questions = signal<readonly VNode[]>([])
let asked = 0

/** Asks a question in a dialog, which `render` makes, given what takes the answer. */
export function ask<T>(render: (answer: (answer: T) => void) => VNode): Promise<T> {
  return new Promise((resolve) => {
    const shown = render((answer) => {
      questions.value = questions.value.filter((one) => one !== question)
      resolve(answer)
    })
    asked += 1
    const question = <Fragment key={asked}>{shown}</Fragment>
    questions.value = [...questions.value, question]
  })
}

export const OpenQuestions = () => <>{questions.value}</>

interface Confirmation {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly isDangerous?: boolean
}

/** Asks a question that is answered by yes or by going back. Resolves to whether the user confirmed. */
export const askConfirmation = ({ title, text, yes, isDangerous }: Confirmation): Promise<boolean> =>
  ask((answer) => (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <div class="actions">
        <Button class={isDangerous ? 'danger' : 'main'} onClick={() => answer(true)} label={yes} />
        <Button onClick={() => answer(false)} label={t('cancel')} />
      </div>
    </Dialog>
  ))

/** Asks whether to delete something for good. Resolves to whether the user confirmed. */
export const confirmDeletion = (title: string, text: string): Promise<boolean> =>
  askConfirmation({ title, text, yes: t('bulk.delete'), isDangerous: true })
