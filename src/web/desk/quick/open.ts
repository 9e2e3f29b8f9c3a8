/** Whether the dialog of quick add is open. */
import { signal } from '@preact/signals'

export const isQuickOpen = signal(false)
