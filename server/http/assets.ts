import type { IncomingMessage, ServerResponse } from 'node:http'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { encodingFor, Prepared } from './prepared.ts'

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
}

/** Kinds that compression makes smaller. */
const compressible = /^(text|application|image\/svg)/

/** What the build made for browsers, by address. Names under `/assets/` carry a hash and never change. */
export function readAssets(folder: string): Map<string, Prepared> {
  const assets = new Map<string, Prepared>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const type = types[extname(name)]
    if (!type || !statSync(path).isFile()) continue
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const caching = address.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600'
    const made = {
      status: 200,
      type,
      body: readFileSync(path),
      tags: [],
      headers: { 'cache-control': caching },
    }
    assets.set(address, new Prepared(made, 0))
  }
  return assets
}

/** Writes a prepared answer, or 304 where the reader has it. `extra` are header lines of this very answer. */
export function writePrepared(
  entry: Prepared,
  request: IncomingMessage,
  response: ServerResponse,
  extra: readonly string[],
): void {
  if (request.headers['if-none-match'] === entry.etag && entry.made.status === 200) {
    response.writeHead(304, [...entry.head('identity'), ...extra]).end()
    return
  }
  const accept = request.headers['accept-encoding']
  const encoding = compressible.test(entry.made.type)
    ? encodingFor(typeof accept === 'string' ? accept : undefined, entry.made.body.length)
    : 'identity'
  const body = entry.body(encoding)
  response.writeHead(entry.made.status, [
    ...entry.head(encoding),
    'content-length',
    String(body.length),
    ...extra,
  ])
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}
