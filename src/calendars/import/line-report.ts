/** A report that is sent while the import runs: one JSON object a line, and the summary as the last one. */
import { Readable } from 'node:stream'
import { because, Problem } from '../../problem.ts'

/** Milliseconds for which a client may leave unread what was sent. */
const PATIENCE = 30_000

/** The lines of a report. */
interface LineReport {
  readonly stream: Readable
  /** Resolves when the first line was written. */
  readonly begun: Promise<void>
  write(line: object): void
  /** Waits until the client has read what was written. Throws 503 if the client is gone, or does not read. */
  settled(): Promise<void>
  /** Writes the last line. */
  end(line: object): void
}

const gone = new Problem('rest_unavailable', because('report_unread'))

/** Returns an empty report. */
export function newLineReport(): LineReport {
  let wake: (() => void) | undefined
  let begin = () => {}
  let isFull = false
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const stream = new Readable({
    read() {
      isFull = false
      wake?.()
    },
  })
  stream.on('close', () => wake?.())
  stream.on('error', () => {})
  const write = (line: object) => {
    if (stream.destroyed) return
    isFull = !stream.push(`${JSON.stringify(line)}\n`)
    begin()
  }
  return {
    stream,
    begun,
    write,
    async settled() {
      if (isFull && !stream.destroyed) {
        const timer = setTimeout(() => stream.destroy(), PATIENCE)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
      }
      if (stream.destroyed) throw gone
    },
    end(line) {
      write(line)
      if (!stream.destroyed) stream.push(null)
    },
  }
}
