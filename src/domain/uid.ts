/** The maximum length of an iCalendar UID in characters (RFC 7986 §5.3 advises against longer ones). */
export const LONGEST_UID = 255
