/** The Prefer header (RFC 7240). */

/** Whether a client asks for the reasons of faults, beside their messages. */
export const prefersReasons = (prefer: string | readonly string[] | undefined): boolean =>
  prefer !== undefined && /(?:^|,) *reasons *(?:$|[,;])/i.test(String(prefer))
