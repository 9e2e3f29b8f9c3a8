/** Writers that keep their connections to a proxy open, while an instance behind it ends. */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The outcome of the writes: how many were acknowledged, and what else was answered or met. */
export interface Written {
  readonly acknowledged: number
  readonly failures: readonly string[]
}

interface Target {
  readonly port: number
  readonly path: string
  readonly authorization: string
}

/** Sends a tag. Returns the status, or the code of the error of the connection. */
function send({ port, path, authorization }: Target, agent: Agent, name: string): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' }
  return new Promise((resume) => {
    request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, async (response) => {
      await text(response)
      resume(String(response.statusCode))
    })
      .on('error', (error) => resume('code' in error ? String(error.code) : error.message))
      .end(JSON.stringify({ name }))
  })
}

/** Starts writers with one kept connection each. Returns the function that ends them, and tells what became of their writes. */
export function keptWriters(target: Target, count: number): () => Promise<Written> {
  let isOver = false
  const answers: string[] = []
  const writers = Array.from({ length: count }, async (_, writer) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let at = 0; !isOver; at++) answers.push(await send(target, agent, `Tag ${writer} ${at}`))
    agent.destroy()
  })
  return async () => {
    isOver = true
    await Promise.all(writers)
    return {
      acknowledged: answers.filter((answer) => answer === '201').length,
      failures: answers.filter((answer) => answer !== '201'),
    }
  }
}
