/** The file of a folder of a build that is there once it is complete, with its version. */
export const STAMP = '.built'
