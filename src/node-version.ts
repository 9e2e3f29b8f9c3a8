/** The version of Node that the program needs. It imports nothing, so that every version of Node can read it. */

/** The oldest version of Node that runs the program, as in package.json. */
export const OLDEST_NODE = '20.19'

/** Says that a version of Node such as `18.20.4` is too old, and what to do; undefined if it is not. */
export function nodeVersionFault(version: string): string | undefined {
  const [major = 0, minor = 0] = OLDEST_NODE.split('.').map(Number)
  const [ownMajor = 0, ownMinor = 0] = version.split('.').map(Number)
  const isNew = ownMajor > major || (ownMajor === major && ownMinor >= minor)
  return isNew
    ? undefined
    : `Fasti needs Node ${OLDEST_NODE} or newer, and this is Node ${version}. Install a newer one: https://nodejs.org`
}
