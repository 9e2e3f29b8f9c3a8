/** Requests one after the other over one connection, for what a load can't tell: the first ones after a start. */
import { setTimeout as wait } from 'node:timers/promises'
import { processorTime, type Server } from './processes.ts'
import { fetchOk } from './stage.ts'

/** Milliseconds between two questions whether a server is ready. */
const ASKED_EVERY = 20

/** Requests a path as the loads do, without compression. Throws if the response is an error. */
export async function ask(server: Server, path: string, init: RequestInit = {}): Promise<void> {
  const headers = { 'Accept-Encoding': 'identity', ...init.headers }
  await (await fetchOk(server, path, { ...init, headers })).arrayBuffer()
}

/** Resolves when `/readyz` says that a server is ready. */
export async function untilReady({ port }: Server): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) await wait(ASKED_EVERY)
}

/** A part of the requests after a start, which are counted from 0: those from `from` until before `to`. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** Runs `request` for each number of a part. Returns the server's microseconds of processor time for each; NaN if the system does not report it. */
export async function processorOfEach(
  { pid }: Server,
  { from, to }: Part,
  request: (at: number) => Promise<void>,
): Promise<number> {
  const before = processorTime(pid) ?? Number.NaN
  for (let at = from; at < to; at++) await request(at)
  return (((processorTime(pid) ?? Number.NaN) - before) / (to - from)) * 1e6
}
