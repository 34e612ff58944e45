import { createCloudFrontPurger } from './cloudfront.ts'
import { createFastlyPurger } from './fastly.ts'
import { createNginxPurger } from './nginx.ts'
import type { FilmPurger } from './send-purge.ts'
import { createVarnishPurger } from './varnish.ts'

export { type FilmPurger, surrogateKey } from './send-purge.ts'

/** Schemes of `MEDIA_PURGE_URLS`; `https` and `http` are caches of `deploy/edge/nginx.conf`. */
export const purgeSchemes = ['https:', 'http:', 'varnish:', 'fastly:', 'cloudfront:'] as const

/** Creates the purger for the scheme of an address. @param key that of `edgeKey`. */
export function createFilmPurger(address: string, key: string): FilmPurger {
  const url = new URL(address)
  switch (url.protocol) {
    case 'varnish:':
      return createVarnishPurger(url)
    case 'fastly:':
      return createFastlyPurger(url)
    case 'cloudfront:':
      return createCloudFrontPurger(url)
    default:
      return createNginxPurger(url, key)
  }
}
