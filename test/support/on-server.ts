/** Executes statements that create or drop databases. */
import pg from 'pg'

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 60_000 })
  await client.connect()
  return client
}

/** Runs one statement on the server of `url`. Throws if the server is unreachable or refuses it. */
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

/** The same on a connection that stays open until the worker ends, because opening one takes as long as many statements. */
export async function onServerAgain(url: string, statement: string): Promise<void> {
  const client = lasting.get(url) ?? lastingOne(url)
  lasting.set(url, client)
  await (await client).query(statement)
}
