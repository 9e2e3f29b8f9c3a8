/** ISO 4217 currency codes. */

const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether `code`, in capitals, is an ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return codes.has(code)
}
