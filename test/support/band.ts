/** An image in a file and at a URL, for pages of documentation. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { anImage } from './images.ts'

export interface Band {
  /** The host and port that serve it. */
  readonly host: string
  close(): Promise<void>
}

/** Writes `band.jpg` into the folder, and serves it. */
export async function bandIn(folder: string): Promise<Band> {
  const bytes = await anImage(640, 400, 'jpeg')
  await writeFile(join(folder, 'band.jpg'), bytes)
  const server = createServer((_request, reply) => reply.setHeader('Content-Type', 'image/jpeg').end(bytes))
  await new Promise<void>((listening) => server.listen({ host: '127.0.0.1', port: 0 }, listening))
  const address = server.address()
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
