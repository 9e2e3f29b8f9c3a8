/** Runs the statements of a file on the server at SERVER_URL. */
import { readFileSync } from 'node:fs'
import pg from 'pg'

const client = new pg.Client(process.env.SERVER_URL)
await client.connect()
for (const statement of readFileSync(process.argv[2], 'utf8').split(';'))
  if (statement.trim() !== '') await client.query(statement)
await client.end()
