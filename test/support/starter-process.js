/**
 * Starts programs for the tests. A process that is small starts another one in 2 ms; the process of the tests, with its 2 GB, takes
 * 50 ms, and then copies the table of its memory page by page. Arguments: the Unix socket to listen on.
 *
 * Each connection is one program. It receives a line of JSON: the file, the arguments, the options of `spawn`, and a socket. The
 * program's standard input, output and error are three connections to that socket, in this order, which this process never reads.
 * The answers are lines of JSON: `{ pid }`, then `{ code, signal }`; or `{ error }`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'

const running = new Set()

async function connected(path) {
  const socket = connect(path)
  // What is read here would be missing in the program.
  socket.pause()
  await once(socket, 'connect')
  return socket
}

async function start({ file, args, options, path }, answer) {
  const streams = [await connected(path), await connected(path), await connected(path)]
  const child = spawn(file, args, { ...options, stdio: streams })
  for (const stream of streams) stream.destroy()
  child.once('error', ({ message, code }) => answer({ error: { message, code } }))
  if (child.pid === undefined) return
  // A detached one ends by itself, or cleans up.
  if (!options.detached) running.add(child)
  child.once('exit', (code, signal) => {
    running.delete(child)
    answer({ code, signal })
  })
  answer({ pid: child.pid })
}

const server = createServer((control) => {
  const answer = (message) => control.write(`${JSON.stringify(message)}\n`)
  control.on('error', () => {})
  createInterface({ input: control }).once('line', (line) => {
    start(JSON.parse(line), answer).catch(({ message, code }) => answer({ error: { message, code } }))
  })
})
server.listen(process.argv[2], () => process.stdout.write('ready\n'))

// However the process of the tests ends, nothing that it started goes on, and no socket stays.
process.stdin.resume().once('end', () => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dirname(process.argv[2]), { recursive: true, force: true })
  process.exit()
})
