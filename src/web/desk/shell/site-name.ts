/** The name of the calendar in the header and in titles. Saving the settings updates it. */
import { signal } from '@preact/signals'
import { deskSettings } from '../place.ts'

export const siteName = signal(deskSettings.name)
