/** The commands of the palette that need no answer of the service: the acts of the open view, and the views. */
import { foldedText } from '../../../domain/text/letters.ts'
import { mayCreateEvents } from '../groups/may.ts'
import { listActsOfCurrentView, type PaletteActOfView } from '../keys/view-acts.ts'
import { readTextOfUndoableAct, undoLastAct } from '../parts/notice.tsx'
import { isQuickAddOpenSignal } from '../quick/open.ts'
import { navigateTo } from '../route.ts'
import { t } from '../words/index.ts'
import { shownViews } from './navigation.tsx'
import { isHelpOpenSignal } from './shortcuts.ts'

/** Something that the palette does or opens. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}

/** Returns the command that opens an address of the desk. */
export const commandToOpen = (id: string, label: string, detail: string): Command => ({
  id,
  label,
  detail,
  run: () => void navigateTo(id),
})

const acting = ({ label, key = '', run }: PaletteActOfView): Command => ({
  id: `act ${label}`,
  label,
  detail: key,
  run,
})

/** The acts and views that the user may use. Those of the view that is open come first. */
export function permittedPaletteCommands(hasText: boolean): readonly Command[] {
  const last = readTextOfUndoableAct()
  const set = (open: { value: boolean }) => () => {
    open.value = true
  }
  return [
    ...(last === undefined ? [] : [{ id: 'undo', label: t('undo'), detail: last, run: undoLastAct }]),
    ...listActsOfCurrentView()
      .filter(({ isOneOfMany = false }) => hasText || !isOneOfMany)
      .map(acting),
    ...(mayCreateEvents()
      ? [
          commandToOpen('/events/new', t('event.new'), 'n'),
          { id: 'quick', label: t('quick'), detail: 'q', run: set(isQuickAddOpenSignal) },
        ]
      : []),
    ...shownViews().map(({ to, label }) => commandToOpen(to, t(label), '')),
    { id: 'help', label: t('help'), detail: '?', run: set(isHelpOpenSignal) },
  ]
}

/** Commands with all words of the text, those that begin with it first. */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  const begins = ({ label }: Command) => foldedText(label).startsWith(words[0] ?? '')
  return commands
    .filter(({ label }) => words.every((word) => foldedText(label).includes(word)))
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}
