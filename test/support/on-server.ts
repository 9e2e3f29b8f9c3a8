/** Statements about databases as a whole, which run in none that they are about. */
import pg from 'pg'

/** Runs one statement on the server that `url` names; throws where it is not reached or refuses. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
