/** The version of a build: that of package.json, with the commit. */
import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** What a changelog says of a version: the text below its heading, `## 1.2.3 (2027-01-31)` or `## 1.2.3 (unreleased)`. */
export interface Section {
  /** Whether the heading has a date, as that of every published version. */
  readonly isReleased: boolean
  readonly text: string
}

/** Returns the section of a version. Throws if the changelog has none. */
export function sectionOf(changelog: string, version: string): Section {
  for (const section of changelog.split(/^## /m)) {
    const [, named, when, text = ''] =
      /^(\S+) \((\d{4}-\d\d-\d\d|unreleased)\)\n([\s\S]*)$/.exec(section) ?? []
    if (named === version) return { isReleased: when !== 'unreleased', text: text.trim() }
  }
  throw new Error(`CHANGELOG.md has no section “## ${version} (unreleased)”, or with a date.`)
}

/**
 * Returns the version of a build (Semantic Versioning 2.0): `1.2.3+COMMIT`, or `1.2.3-dev+COMMIT` before the release, also before a
 * release candidate. Without a known commit it has none.
 */
export function buildVersion(version: string, isReleased: boolean, commit: string): string {
  const base = isReleased ? version : version.replace(/-.*|$/, '-dev')
  return commit === '' ? base : `${base}+${commit}`
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
export function versionOf(root: string, named: string): string {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }
  return buildVersion(version, sectionOf(read('CHANGELOG.md'), version).isReleased, named || commitOf(root))
}
