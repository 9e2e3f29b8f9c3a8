/** The settings of this worker, and the scope that it runs in. */
import type { OfflineSettings } from './settings.ts'

declare const fasti: OfflineSettings
declare const self: ServiceWorkerGlobalScope

export const worker = self
export const { isOn, base, languages, apart } = fasti
