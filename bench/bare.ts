/**
 * The baseline: node:http sending a prepared body. argv[2] is the file with the body, argv[3] the headers as JSON;
 * PORT is the port.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , bytesFile = '', headers = '{}'] = process.argv
const bytes = readFileSync(bytesFile)
const sent: Record<string, string> = { ...JSON.parse(headers), 'content-length': String(bytes.length) }
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, sent)
  response.end(bytes)
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'))
