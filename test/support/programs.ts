/** Starts programs by the process of `starter.ts`, if it runs: starting one from this large process takes 50 ms. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The environment variable with the socket of the starter. */
export const STARTER = 'FASTI_TEST_STARTER'

/** A started program, with the events `error`, `exit` and `close` of a ChildProcess. */
export interface Program extends EventEmitter {
  /** Undefined until the program has started. */
  readonly pid?: number | undefined
  readonly stdin: Writable
  readonly stdout: Readable
  readonly stderr: Readable
  readonly exitCode: number | null
  readonly signalCode: NodeJS.Signals | null
  /** Sends a signal, SIGTERM by default. Returns false if the program has ended. */
  kill(signal?: NodeJS.Signals): boolean
}

export type ProgramOptions = Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'detached'>

/** Starts a program, with pipes for its input, output and errors. */
export function startProgram(file: string, args: readonly string[], options: ProgramOptions = {}): Program {
  const path = process.env[STARTER]
  return path === undefined ? spawn(file, args, options) : startedBy(path, file, args, options)
}

interface Answer {
  readonly pid?: number
  readonly code?: number | null
  readonly signal?: NodeJS.Signals | null
  readonly error?: { readonly message: string; readonly code?: string }
}

/** Sends a signal. Returns false if the process has just ended. */
function sent(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

type Pipes = Readonly<Record<'stdin' | 'stdout' | 'stderr', PassThrough>>

/** Starts a program by the starter that listens on `starter`. */
function startedBy(starter: string, file: string, args: readonly string[], options: ProgramOptions): Program {
  const path = join(dirname(starter), randomUUID())
  const state: { pid: number | undefined } & Pick<Program, 'exitCode' | 'signalCode'> = {
    pid: undefined,
    exitCode: null,
    signalCode: null,
  }
  let early: NodeJS.Signals | undefined
  const kill = (signal: NodeJS.Signals = 'SIGTERM') => {
    if (program.exitCode !== null || program.signalCode !== null) return false
    if (program.pid === undefined) early = signal
    else return sent(program.pid, signal)
    return true
  }
  const pipes = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  const program = Object.assign(new EventEmitter(), { ...state, ...pipes, kill })
  // The exit, and the ends of both outputs.
  let open = 3
  const closed = () => {
    open -= 1
    if (open === 0) program.emit('close', program.exitCode, program.signalCode)
  }
  const streams = acceptedBy(program, closed)
  const control = connect(starter)
  const failed = (error: Error) => {
    control.end()
    streams.close()
    program.emit('error', error)
  }
  control.on('error', failed)
  createInterface({ input: control }).on('line', (line) => {
    const { pid, code = null, signal = null, error }: Answer = JSON.parse(line)
    if (error !== undefined) failed(Object.assign(new Error(error.message), error))
    else if (pid !== undefined) {
      program.pid = pid
      if (early !== undefined) sent(pid, early)
    } else {
      Object.assign(program, { exitCode: code, signalCode: signal })
      program.emit('exit', code, signal)
      control.end()
      closed()
    }
  })
  const env = options.env ?? process.env
  const request = { file, args, path, options: { cwd: process.cwd(), ...options, env } }
  streams.listen(path, () => control.write(`${JSON.stringify(request)}\n`))
  return program
}

/** A server for the three connections of a program: input, output, errors. `ended` is called when an output has ended. */
function acceptedBy({ stdin, stdout, stderr }: Pipes, ended: () => void): Server {
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    // A program that ends without reading its input resets the connection.
    socket.on('error', () => {})
    if (accepted === 1) pipeline(stdin, socket, () => {})
    if (accepted === 2) pipeline(socket, stdout, ended)
    if (accepted === 3) {
      pipeline(socket, stderr, ended)
      server.close()
    }
  })
  return server
}

/** The output of a program that has ended. */
export interface Output {
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. Throws if it can't be started, or if its exit code is not 0. */
export async function runProgram(
  file: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<Output> {
  const program = startProgram(file, args, options)
  const closed = new Promise<number | NodeJS.Signals>((resume, reject) => {
    program.once('error', reject)
    program.once('close', (code, signal) => resume(code ?? signal))
  })
  program.stdin.on('error', () => {})
  program.stdin.end()
  const [stdout, stderr, code] = await Promise.all([text(program.stdout), text(program.stderr), closed])
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${stderr}`)
  return { stdout, stderr }
}

/** Whether a program is on this machine and ends well with these arguments. */
export const hasProgram = (file: string, args: readonly string[] = ['--version']): Promise<boolean> =>
  runProgram(file, args).then(
    () => true,
    () => false,
  )
