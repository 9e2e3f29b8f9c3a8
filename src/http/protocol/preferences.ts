/** The Prefer header (RFC 7240). */

/** Whether a client asks for the reasons of faults, beside their messages. */
export const prefersReasons = (prefer: string | readonly string[] | undefined): boolean =>
  prefer !== undefined && /(?:^|,) *reasons *(?:$|[,;])/i.test(String(prefer))

/** Whether a client asks that names that an operation does not know are refused (`handling=strict`). */
export const prefersStrictHandling = (prefer: string | readonly string[] | undefined): boolean =>
  prefer !== undefined && /(?:^|,) *handling *= *"?strict"? *(?:$|[,;])/i.test(String(prefer))

/** The header of a response to a client that asked for it. */
export const strictHandlingApplied = { 'Preference-Applied': 'handling=strict' } as const
