/** Whether the quick add dialog is open. */
import { signal } from '@preact/signals'

export const isQuickOpen = signal(false)
