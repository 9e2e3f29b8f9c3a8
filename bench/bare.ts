/**
 * What the service is compared with: node:http sending bytes that are ready. The file with the bytes is argv[2], one with
 * the headers as JSON argv[3].
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const bytes = readFileSync(process.argv[2] ?? '')
const [, , , file] = process.argv
const named: Record<string, string> =
  file === undefined ? { 'content-type': 'application/json' } : JSON.parse(readFileSync(file, 'utf8'))
const headers = { ...named, 'content-length': String(bytes.length) }
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, headers)
  response.end(bytes)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
