import type { IncomingMessage, ServerResponse } from 'node:http'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { negotiateContentCoding, matchesIfNoneMatch } from './content-negotiation.ts'
import { CachedResponse } from './cached-response.ts'

const types = new Map(
  Object.entries({
    '.js': 'text/javascript; charset=utf-8',
    '.mjs': 'text/javascript; charset=utf-8',
    '.css': 'text/css; charset=utf-8',
    '.json': 'application/json; charset=utf-8',
    '.svg': 'image/svg+xml',
    '.txt': 'text/plain; charset=utf-8',
    '.woff2': 'font/woff2',
    '.png': 'image/png',
    '.webp': 'image/webp',
    '.ico': 'image/x-icon',
  }),
)

/** Loads the client build by address. Names under `/assets/` contain a hash and never change. A browser revalidates the worker. */
export function loadStaticAssets(folder: string): Map<string, CachedResponse> {
  const assets = new Map<string, CachedResponse>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const type = types.get(extname(name))
    if (!type || !statSync(path).isFile()) continue
    const address = `/${relative(folder, path).split(sep).join('/')}`
    const caching =
      address === '/service-worker.js'
        ? 'no-cache'
        : address.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600'
    const made = {
      status: 200,
      type,
      body: readFileSync(path),
      tags: [],
      effort: 6,
      headers: { 'cache-control': caching },
    }
    assets.set(address, new CachedResponse(made, 0))
  }
  return assets
}

/**
 * Writes a cached response, or 304 if the client has it.
 * @param common header lines of every response of this process; the last is the header name whose value is `id`.
 */
export function writeCachedResponse(
  entry: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  common: readonly string[],
  id: string,
): void {
  const { headers } = request
  const { made } = entry
  if (made.status === 200 && matchesIfNoneMatch(headers['if-none-match'], entry.etag)) {
    response.writeHead(304, [...entry.head('unchanged', common), id]).end()
    return
  }
  const accept = headers['accept-encoding']
  const encoding =
    typeof accept === 'string' && entry.isCompressible
      ? negotiateContentCoding(accept, entry.length)
      : 'identity'
  response.writeHead(made.status, [...entry.head(encoding, common), id])
  if (request.method === 'HEAD') response.end()
  else response.end(entry.body(encoding))
}
