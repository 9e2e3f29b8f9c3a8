/** Another commit, built beside this one, to be compared with it. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ran } from './processes.ts'

/** A commit that was built. */
export interface Built {
  readonly commit: string
  /** Its program. */
  readonly main: string
}

/** The short name of a commit. Throws where there is none. */
export const commitOf = (root: string, named: string): Promise<string> =>
  ran('git', ['rev-parse', '--short', '--verify', `${named}^{commit}`], { cwd: root })

/**
 * Builds a commit in a worktree below a folder, with the dependencies of this one. Throws where that fails. Git forgets the worktree
 * when the folder is gone and it is told to prune.
 */
export async function builtAt(root: string, named: string, folder: string): Promise<Built> {
  const commit = await commitOf(root, named)
  const tree = join(folder, 'before')
  await ran('git', ['worktree', 'add', '--detach', tree, commit], { cwd: root })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  await ran('npm', ['run', 'build'], { cwd: tree })
  return { commit, main: join(tree, 'dist/main.js') }
}
