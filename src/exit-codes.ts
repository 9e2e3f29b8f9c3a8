/** Exit codes of commands, by which programs tell why one failed. */

/** The command failed for whatever else its messages say. */
export const FAILED_EXIT_CODE = 1

/** The disk that the command wrote to is full, or the quota of its user is used up. */
export const FULL_DISK_EXIT_CODE = 3
