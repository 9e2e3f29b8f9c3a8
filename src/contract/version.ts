import manifest from '../../package.json' with { type: 'json' }

/** The version of this program. It is written once, in package.json. */
export const VERSION = manifest.version

declare const FASTI_BUILD: string

/** The version of this build, with its commit, which `npm run build` puts in place of this name; from source there is none. */
export const VERSION_WITH_COMMIT = typeof FASTI_BUILD === 'string' ? FASTI_BUILD : `${VERSION}-source`
