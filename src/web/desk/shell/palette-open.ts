/** Whether the command palette is open, and the key that opens it. */
import { signal } from '@preact/signals'

export const isCommandPaletteOpenSignal = signal(false)

addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
  // In rich text, the keys make a link.
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
  event.preventDefault()
  isCommandPaletteOpenSignal.value = true
})
