/** A proxy configured by an nginx server block, with the directives that the docs use: listen, proxy_pass, proxy_set_header. */
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'

const text = readFileSync(process.argv[2], 'utf8').replace(/#.*/g, '')
const [, port] = /listen\s+(?:[\d.]+:)?(\d+)/.exec(text)
const [, target] = /proxy_pass\s+(\S+);/.exec(text)
const headers = [...text.matchAll(/proxy_set_header\s+(\S+)\s+(\S+);/g)].map(([, name, value]) => [
  name,
  value,
])

createServer((asked, answer) => {
  const known = {
    $host: asked.headers.host,
    $remote_addr: asked.socket.remoteAddress,
    $proxy_add_x_forwarded_for: [asked.headers['x-forwarded-for'], asked.socket.remoteAddress]
      .filter(Boolean)
      .join(', '),
    $scheme: 'https',
  }
  const sent = Object.fromEntries(headers.map(([name, value]) => [name, known[value] ?? value]))
  const passed = request(new URL(asked.url, target), {
    method: asked.method,
    headers: { ...asked.headers, ...sent },
  })
  passed.on('response', (got) => got.pipe(answer.writeHead(got.statusCode, got.headers)))
  asked.pipe(passed)
}).listen(Number(port), '127.0.0.1')
