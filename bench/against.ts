/** Builds another commit beside this one, to compare the two. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ran } from './processes.ts'

/** A built commit. */
export interface Built {
  readonly commit: string
  /** The path of its program. */
  readonly main: string
}

/** Returns the short hash of a commit. Throws if it does not exist. */
export const commitOf = (root: string, named: string): Promise<string> =>
  ran('git', ['rev-parse', '--short', '--verify', `${named}^{commit}`], { cwd: root })

/** Returns the tag of the last release before this commit; undefined if there is none. */
export const lastRelease = (root: string): Promise<string | undefined> =>
  ran('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD~1'], { cwd: root }).catch(
    () => undefined,
  )

/**
 * Builds a commit in a worktree below a folder, with the dependencies of this one. Throws if that fails. Run
 * `git worktree prune` after deleting the folder.
 */
export async function builtAt(root: string, named: string, folder: string): Promise<Built> {
  const commit = await commitOf(root, named)
  const tree = join(folder, 'before')
  await ran('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  await ran('npm', ['run', 'build'], { cwd: tree })
  return { commit, main: join(tree, 'dist/main.js') }
}
