/**
 * What the service has besides its database: other servers, disks, what was configured, what is drawn. Each room adds what its operations use
 * (`declare module`), and whoever starts the pipeline must give it.
 */
import type { TranslateTexts } from '../actions/translating/translate.ts'

export interface Outside {
  /** Undefined without a translation server. */
  readonly translate: TranslateTexts | undefined
  /** Seconds of a monotonic clock, for limits of tries. */
  elapsed(): number
}
