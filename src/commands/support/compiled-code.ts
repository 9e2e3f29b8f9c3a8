/** The code that V8 compiled, kept in the data folder for the next start (Node.js 22 and later). */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { VERSION_WITH_COMMIT } from '../../contract/version.ts'

/** `node:module` with the function that keeps compiled code, where Node.js has it. */
type CodeCache = typeof module & { readonly enableCompileCache?: (folder: string) => unknown }

/**
 * Lets compiled code be read from and kept in the data folder, for the modules that are loaded from now on. That of other versions is
 * removed. Nothing happens on older versions of Node.js, and in a folder that can't be written. Node.js writes it when the process ends.
 */
export function useCompiledCode(dataDir: string, { enableCompileCache }: CodeCache = module): void {
  if (enableCompileCache === undefined) return
  const folder = join(dataDir, 'compiled')
  const own = VERSION_WITH_COMMIT.replaceAll(/[^\w.-]/g, '_')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const name of readdirSync(folder))
      if (name !== own) rmSync(join(folder, name), { recursive: true, force: true })
  } catch {
    return
  }
  enableCompileCache(join(folder, own))
}
