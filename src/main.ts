#!/usr/bin/env node
/** The entry point: sets the exit code. It imports nothing that an old version of Node can't read, so that it can say that it is too old. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { nodeVersionFault } from './node-version.ts'

const fault = nodeVersionFault(process.versions.node)
if (fault === undefined) {
  // The library of buckets would warn of its own later versions, which do not matter to this program.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  // The library that draws texts finds Figtree by these settings; those of the operator stay.
  const fonts = fileURLToPath(new URL('fonts/fonts.conf', import.meta.url))
  if (existsSync(fonts)) process.env.FONTCONFIG_FILE ??= fonts
  const { runCommandLine: run } = await import('./commands/run.ts')
  process.exitCode = await run(process.argv.slice(2), process.env)
} else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
}
