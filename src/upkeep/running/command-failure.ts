/** The failure of a command as data, for the process of this program that started it: what it prints is for people. */

/** Why a command failed. */
interface CommandFailure {
  /** Whether the disk is full that the command wrote to, or the quota of its user is used up. */
  readonly isDiskFull: boolean
}

/** Sends a failure to the process that started this one, if that listens. */
export const sendFailureToParentProcess = (failure: CommandFailure): boolean | undefined =>
  process.send?.(failure)

/** Whether a message of a command is its failure. */
export const isCommandFailureMessage = (message: unknown): message is CommandFailure =>
  typeof message === 'object' &&
  message !== null &&
  'isDiskFull' in message &&
  typeof message.isDiskFull === 'boolean'
