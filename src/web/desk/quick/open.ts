/** Whether the quick add dialog is open. */
import { signal } from '@preact/signals'

export const isQuickAddOpenSignal = signal(false)
