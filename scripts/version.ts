/** The version of a build: from the changelog, with the commit. */
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** The newest version in a changelog. */
export interface Release {
  readonly version: string
  /** Whether its heading has a date, as that of every published version. */
  readonly isReleased: boolean
}

/** Reads the newest version of a changelog from its first heading: `## 1.2.3 (2027-01-31)` or `## 1.2.3 (unreleased)`. Throws without one. */
export function newestIn(changelog: string): Release {
  const [, version, when = ''] =
    /^## (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d|unreleased)\)$/m.exec(changelog) ?? []
  if (version === undefined)
    throw new Error('CHANGELOG.md begins with no version, such as “## 1.2.3 (unreleased)”.')
  return { version, isReleased: when !== 'unreleased' }
}

/**
 * Returns the version of a build (Semantic Versioning 2.0): `1.2.3+COMMIT`, or `1.2.3-dev+COMMIT` before the release. Without a known commit
 * it has none.
 */
export function buildVersion({ version, isReleased }: Release, commit: string): string {
  return `${version}${isReleased ? '' : '-dev'}${commit === '' ? '' : `+${commit}`}`
}

/** Runs git in a folder. Returns what it prints; undefined if there is no git, or it fails. */
function git(root: string, ...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

/** Returns the short commit of a working copy, with `.modified` if its files differ; "" outside of one. */
export function commitOf(root: string): string {
  // The folder may lie within a repository of something else.
  if (git(root, 'rev-parse', '--show-toplevel') !== realpathSync(root)) return ''
  const commit = git(root, 'rev-parse', '--short=8', 'HEAD')
  if (commit === undefined) return ''
  return git(root, 'status', '--porcelain', '--untracked-files=no') === '' ? commit : `${commit}.modified`
}

/** Returns the version of a build of `root`. `named` is the commit where git can't tell it, such as in an image; "" is none. */
export const versionOf = (root: string, named: string): string =>
  buildVersion(newestIn(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')), named || commitOf(root))
