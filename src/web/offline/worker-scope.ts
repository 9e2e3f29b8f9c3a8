/** The settings of this worker, and the scope that it runs in. */
import type { OfflineSettings } from './settings.ts'

declare const fasti: OfflineSettings
declare const self: ServiceWorkerGlobalScope

/** The global scope of the scripts of the worker, with the type that it has there. */
export const worker = self
export const { isOn, base, languages, apart } = fasti
