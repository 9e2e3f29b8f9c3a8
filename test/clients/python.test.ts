/** The Python client against a real service, if Python is installed. */
import { once } from 'node:events'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { leaveOut } from '../support/left-out.ts'
import { hasProgram, startProgram } from '../support/programs.ts'
import { testService } from '../support/service.ts'

const root = resolve(import.meta.dirname, '../..')
const isNew = 'import sys; sys.exit(sys.version_info < (3, 11))'
const isMissing = !(await hasProgram('python3', ['-c', isNew]))
if (isMissing) leaveOut('The Python client: python3 is missing, or older than 3.11')

for (const { name } of anyDialects()) {
  describe.skipIf(isMissing)(`the Python client on ${name}`, () => {
    it('§13 reads, writes, pages, follows changes, and retries safe requests', async () => {
      const service = await testService(name)
      try {
        const { headers } = await service.user('administrator')
        const address = await service.app.listen({ host: '127.0.0.1', port: 0 })
        const env = {
          PATH: process.env.PATH,
          PYTHONPATH: resolve(root, 'clients/python'),
          PYTHONDONTWRITEBYTECODE: '1',
          FASTI_URL: `${address}/cal/events/v1`,
          FASTI_TOKEN: headers.authorization?.replace('Bearer ', ''),
        }
        const child = startProgram(
          'python3',
          ['-W', 'error::SyntaxWarning', resolve(root, 'test/clients/python_client.py')],
          { env },
        )
        let output = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text) => {
            output += text
          })
        const [code] = await once(child, 'close')
        expect(code, output).toBe(0)
        expect(output).toMatch(/^Ran 18 tests/m)
      } finally {
        await service.close()
      }
    }, 60_000)
  })
}
