/** The longest name, in characters, that an event has in calendars (RFC 7986 §5.3 advises against longer ones). */
export const LONGEST_UID = 255
