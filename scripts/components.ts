/** The packages of the installed program: those that are bundled into it, and those that are installed with it. */

/** A package in the lock file. */
export interface Locked {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

/** A package of the program, with its path in the lock file. */
export interface Component {
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  readonly integrity: string | undefined
}

/** The packages of a lock file that are in the program; `builtIn` are the folders of the bundled packages. */
export function componentsOf(
  packages: Readonly<Record<string, Locked>>,
  builtIn: readonly string[],
): readonly Component[] {
  return Object.entries(packages)
    .filter(
      ([path, { dev, devOptional }]) =>
        builtIn.includes(path) || (path.startsWith('node_modules/') && dev !== true && devOptional !== true),
    )
    .map(([path, { version = '', license, integrity }]) => ({
      ...{ path, version, license, integrity },
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
    }))
}
