/** Sends many args in one request, where each alone would take a request. */
import { isLong } from './dialect-names.ts'
import type { Answered } from './service.ts'

/** The names of the args that a 400 reports. */
export function namedIn({ status, body }: Answered): readonly string[] {
  const params = status === 400 ? body.data?.params : undefined
  return Array.isArray(params) ? params : Object.keys(params ?? {})
}

/** Whether a reported name is that of the arg, or of something inside it. */
export const isOf = (name: string, arg: string): boolean =>
  name === arg || name.startsWith(`${arg}[`) || name.startsWith(`${arg}.`)

/**
 * Sends the args together, and then those that the response does not report again, until they are accepted. If none of
 * several is reported, each is sent alone. So every arg is reported or accepted, or refused alone: `send` checks its
 * response. A long run sends every arg alone. `reported` says which args a response reports.
 */
export async function sentTogether(
  args: readonly string[],
  send: (args: readonly string[]) => Promise<Answered>,
  reported = (answer: Answered, arg: string) => namedIn(answer).some((name) => isOf(name, arg)),
): Promise<void> {
  if (isLong() && args.length > 1) return alone(args, send)
  if (args.length === 0) return
  const answer = await send(args)
  if (answer.status < 400 || args.length === 1) return
  const rest = args.filter((arg) => !reported(answer, arg))
  if (rest.length === args.length) return alone(args, send)
  await sentTogether(rest, send, reported)
}

async function alone(args: readonly string[], send: (args: readonly string[]) => Promise<Answered>) {
  for (const arg of args) await send([arg])
}
