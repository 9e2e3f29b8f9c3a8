/** The name of the calendar, in the head and in titles; the settings change it while the desk is open. */
import { signal } from '@preact/signals'
import { place } from '../place.ts'

export const siteName = signal(place.name)
