/** The dialogs that keys open in every view: the palette, quick add and the help. No view needs their code before. */
import { QuickAdd } from '../quick/dialog.tsx'
import '../main.tsx'
import { Help } from './help.tsx'
import { CommandPalette } from './palette.tsx'

/** Those that are open. */
export function LazilyLoadedDialogs() {
  return (
    <>
      <Help />
      <QuickAdd />
      <CommandPalette />
    </>
  )
}
