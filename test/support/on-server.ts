/** Statements about databases as a whole, which run in none that they are about. */
import pg from 'pg'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  await client.connect()
  return client
}

/** Runs one statement on the server that `url` names; throws where it is not reached or refuses. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = await connected(url)
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const lasting = new Map<string, Promise<pg.Client>>()

async function lastingOne(url: string): Promise<pg.Client> {
  const client = await connected(url)
  // The server may end before the worker does.
  return client.on('error', () => {})
}

/** The same on a connection that lasts as long as the worker: to open one takes as long as much of what is asked for. */
export async function onServerAgain(url: string, statement: string): Promise<void> {
  const client = lasting.get(url) ?? lastingOne(url)
  lasting.set(url, client)
  await (await client).query(statement)
}
