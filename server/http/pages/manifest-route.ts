import { service } from '#contract/service/service.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { type EndpointDispatcher, publicCacheControl } from '../endpoints/endpoint-dispatcher.ts'
import type { SendCachedResponse } from '../endpoints/endpoint-routes.ts'
import type { FastifyInstance } from 'fastify'

const path = '/manifest.webmanifest'
const background = '#0d1016'

type Icon = { src: string; sizes: string; type: string; purpose: string }

/** The drawn icons of the product, for a service without a logo. */
const productIcons: readonly Icon[] = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-180.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
]

const logoIcons = (logo_key: string): Icon[] =>
  (
    [
      ['icon', 192, 'any'],
      ['icon', 512, 'any'],
      ['maskable', 512, 'maskable'],
    ] as const
  ).map(([name, width, purpose]) => ({
    src: `/images/${logo_key}/${name}-${width}.png`,
    sizes: `${width}x${width}`,
    type: 'image/png',
    purpose,
  }))

/** Mounts the web application manifest (W3C), with the name and the icons of the service. */
export function mountManifest(
  app: FastifyInstance,
  {
    calls,
    responseCache,
    send,
  }: { calls: EndpointDispatcher; responseCache: ResponseCache; send: SendCachedResponse },
) {
  async function make() {
    const tags = new Set<string>()
    const { name, tagline, logo_key } = await calls.forPage(tags, '19')(service.readService, {})
    const manifest = {
      name,
      short_name: name,
      description: tagline || name,
      lang: 'ko',
      id: '/',
      start_url: '/',
      display: 'standalone',
      background_color: background,
      theme_color: background,
      icons: logo_key ? logoIcons(logo_key) : productIcons,
    }
    return {
      status: 200,
      type: 'application/manifest+json; charset=utf-8',
      body: Buffer.from(JSON.stringify(manifest)),
      tags,
      headers: { 'cache-control': publicCacheControl },
    }
  }
  app.get(path, async (request, reply) => {
    send(await responseCache.get(path, make), request, reply)
    return reply
  })
}
