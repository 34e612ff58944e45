// Throughput of Node's HTTP server when it only writes: the baseline of cached responses, files and rows.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import pg from 'pg'

/** Received over the IPC channel. Answers and files are written from memory; a row is read for each request. */
export type HttpBaselineOptions =
  | { kind: 'answer'; head: readonly string[]; body: string }
  | { kind: 'folder'; path: string; head: readonly string[] }
  | { kind: 'row'; url: string; connections: number; sql: string; parameters: unknown[] }

process.once('message', (bare: HttpBaselineOptions) => {
  const server = createServer(listenerOf(bare))
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit(0))

function listenerOf(bare: HttpBaselineOptions): RequestListener {
  if (bare.kind === 'answer') return answering(bare)
  return bare.kind === 'folder' ? writingFiles(bare) : reading(bare)
}

/** Plain use of pg: a pool and a parameterized query. */
function reading({
  url,
  connections,
  sql,
  parameters,
}: Extract<HttpBaselineOptions, { kind: 'row' }>): RequestListener {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  async function answer(response: ServerResponse) {
    const { rows } = await pool.query(sql, parameters)
    const body = Buffer.from(JSON.stringify(rows[0]))
    response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
      })
      .end(body)
  }
  return (_request, response) => void answer(response)
}

function answering({
  head,
  body,
}: Extract<HttpBaselineOptions, { kind: 'answer' }>): RequestListener {
  const bytes = Buffer.from(body, 'base64')
  return (_request, response) => void response.writeHead(200, [...head]).end(bytes)
}

function writingFiles({
  path,
  head,
}: Extract<HttpBaselineOptions, { kind: 'folder' }>): RequestListener {
  const files = new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]))
  return (request, response) =>
    void response.writeHead(200, [...head]).end(files.get(basename(request.url ?? '')))
}
