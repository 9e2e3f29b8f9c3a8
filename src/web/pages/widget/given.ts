/** The settings of this widget. */
import type { WidgetSettings } from './settings.ts'

declare const fasti: WidgetSettings

export const widgetSettings = fasti
export const { words } = fasti
