import pg from 'pg'

/** Creates a client for readiness checks at startup, with a connection timeout of 3 s. */
export function createStartupClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hanpyeon startup',
    connectionTimeoutMillis: 3_000,
  })
  // Queries report their errors; an unhandled `error` event would end the process.
  client.on('error', () => {})
  return client
}
