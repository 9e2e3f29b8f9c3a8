/** Names the files and lines of `src` in the stack of an error: the program is bundled, with a source map beside each of its files. */
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The maps of the files that stood in a stack. Node.js could read all of them at the start, which would take half as long again. */
const maps = new Map<string, SourceMap | undefined>()

/** Returns the map beside a file of the program; undefined if there is none, as when the service runs from source. */
function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8'))))
    } catch {
      maps.set(file, undefined)
    }
  }
  return maps.get(file)
}

/** Returns a stack with the places in `src`, such as `src/store/open.ts:12:3`, of the frames whose file has a source map. */
export const stackInSources = (stack: string): string =>
  stack.replace(
    /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g,
    (frame, file: string, line: string, column: string) => {
      const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
      if (origin === undefined || !('fileName' in origin)) return frame
      return `${origin.fileName.replace(/^.*?(?=src\/|node_modules\/)/, '')}:${origin.lineNumber}:${origin.columnNumber}`
    },
  )
