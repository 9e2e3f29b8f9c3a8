/** The version of this program: the newest one in CHANGELOG.md, as in package.json. */
export const VERSION = '0.2.0'

declare const FASTI_BUILD: string

/** The version of this build, with its commit, which `npm run build` puts in place of this name; from source there is none. */
export const VERSION_WITH_COMMIT = typeof FASTI_BUILD === 'string' ? FASTI_BUILD : `${VERSION}-source`
