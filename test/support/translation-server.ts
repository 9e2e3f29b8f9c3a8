/** A translation server on loopback that is compatible with LibreTranslate. It records its requests, and has faults on demand. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './service.ts'

/** How the server answers a request. */
export type TranslationAnswer = (sent: Json, response: ServerResponse) => void

export interface TranslationServer {
  readonly url: string
  /** The paths and the bodies of the requests. */
  readonly asked: { readonly path: string; readonly body: Json }[]
  /** Answers the next requests so; by default each text comes back with the language before it. */
  answer(next: TranslationAnswer): void
  close(): Promise<void>
}

/** Answers with a text. */
export const translated =
  (textOf: (text: string, sent: Json) => string): TranslationAnswer =>
  (sent, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ translatedText: textOf(String(sent.q), sent) }))
  }

/** The text that makes the server fail. */
export const UNTRANSLATABLE = 'untranslatable'

const usual: TranslationAnswer = (sent, response) => {
  if (String(sent.q).includes(UNTRANSLATABLE)) return void response.writeHead(500).end('{}')
  translated((text, { target }) => `${target as string}: ${text}`)(sent, response)
}

/** Starts the server. */
export async function translationServer(): Promise<TranslationServer> {
  const asked: { path: string; body: Json }[] = []
  let answer = usual
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
    asked.push({ path: request.url ?? '', body })
    answer(body, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/machine`,
    asked,
    answer(next) {
      answer = next
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
