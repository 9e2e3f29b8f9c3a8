/** The settings of this widget. */
import type { WidgetSettings } from './settings.ts'

declare const fasti: WidgetSettings

export const settingsGivenToWidget = fasti
export const { words } = fasti
