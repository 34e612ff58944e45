import pg from 'pg'

/** A connection that looks, before anything begins, whether a database is ready: not for longer than 3 s at a time. */
export function createStartupClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hanpyeon start',
    connectionTimeoutMillis: 3_000,
  })
  // Whoever waits for an answer is told; unheard, it would end the process, too.
  client.on('error', () => {})
  return client
}
