/**
 * What the service has besides its database: other servers, disks, what was configured, what is drawn. Each room adds what its operations use
 * (`declare module`), and whoever starts the pipeline must give it.
 */

/** A text to translate. */
export interface SourceText {
  readonly text: string
  readonly isHtml: boolean
}

/** Translates texts, in their order. Throws an Error that says why it can't. */
export type TranslateTexts = (
  texts: readonly SourceText[],
  languages: { readonly source: string; readonly target: string },
) => Promise<readonly string[]>

export interface Outside {
  /** Undefined without a translation server. */
  readonly translate: TranslateTexts | undefined
  /** Seconds of a monotonic clock, for limits of tries. */
  elapsed(): number
}
