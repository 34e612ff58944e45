import { subjectCodes } from '#contract/customer-services/customer-services.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import { publicCacheControl } from '../endpoints/endpoint-dispatcher.ts'
import type { AddressLimits } from '../rate-limit/address-rate-limits.ts'
import type { SendCachedResponse } from '../endpoints/endpoint-routes.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import type { ResponseSource } from '../cache/cached-response.ts'
import type { FastifyInstance } from 'fastify'

/** Series per sitemap file. A sitemap holds at most 50,000 URLs, and a series has a page per episode. */
const seriesPerFile = 500

/** Reads the public series that the sitemap lists. Implemented by the domain `contents`. */
export type SitemapSource = {
  /** The ids of the categories that are not hidden. */
  readCategoryIds(): Promise<number[]>
  readLastSeriesId(): Promise<number>
  /** @returns public series with ids in `[from, to]`, and the ids of their public episodes by season. */
  readSeriesPaths(
    from: number,
    to: number,
  ): Promise<{ id: number; seasons: { id: number; episodes: number[] }[] }[]>
}

/** Mounts robots.txt and the sitemap (sitemaps.org 0.9): an index, the fixed pages, and the catalogue by id range. */
export function mountSitemap(
  app: FastifyInstance,
  deps: {
    source: SitemapSource
    responseCache: ResponseCache
    send: SendCachedResponse
    limits: Pick<AddressLimits, 'spend'>
    site_url: string
  },
) {
  const { source, responseCache, send, limits, site_url } = deps
  const xml = (path: string, tags: string[], writeContent: () => Promise<string>) => ({
    key: path,
    make: async (): Promise<ResponseSource> => ({
      status: 200,
      type: 'application/xml; charset=utf-8',
      body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${await writeContent()}\n`),
      tags,
      headers: { 'cache-control': publicCacheControl },
    }),
  })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /mypage\nDisallow: /accounts\nDisallow: /test\nDisallow: /media/\n\nSitemap: ${site_url}/sitemap.xml\n`,
      ),
  )

  app.get('/sitemap.xml', async (request, reply) => {
    const file = xml('/sitemap.xml', ['catalogue'], async () => {
      const files = Math.ceil((await source.readLastSeriesId()) / seriesPerFile)
      const names = ['pages', ...Array.from({ length: files }, (_, at) => `series-${at + 1}`)]
      const rows = names.map(
        (name) => `<sitemap><loc>${site_url}/sitemap/${name}.xml</loc></sitemap>`,
      )
      return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>`
    })
    send(await responseCache.get(file.key, file.make), request, reply)
    return reply
  })

  app.get<{ Params: { name: string } }>('/sitemap/:name', async (request, reply) => {
    const { name } = request.params
    const number = Number(name.match(/^series-([1-9]\d{0,5})\.xml$/)?.[1] ?? 0)
    if (name !== 'pages.xml' && number === 0) throw new ProblemError('not_found')
    await limits.spend(request.raw, 'sitemap')
    const file = xml(`/sitemap/${name}`, ['catalogue', 'series'], async () => {
      // Numbers past the last file are rejected: arbitrary ones would fill the cache.
      if (number > 0 && (number - 1) * seriesPerFile >= (await source.readLastSeriesId()))
        throw new ProblemError('not_found')
      const paths = await (number === 0 ? firstPaths(source) : seriesPaths(source, number))
      const rows = paths.map((path) => `<url><loc>${site_url}${path}</loc></url>`)
      return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>`
    })
    send(await responseCache.get(file.key, file.make), request, reply)
    return reply
  })
}

const fixedPaths = [
  '/',
  '/categories',
  '/customer-service',
  ...subjectCodes.map((code) => `/customer-service/faqs/${code}`),
  '/customer-service/notices',
  '/customer-service/playback-check',
  ...['service', 'privacy', 'paid-service'].map((name) => `/terms/${name}`),
]

async function firstPaths(source: SitemapSource): Promise<string[]> {
  const ids = await source.readCategoryIds()
  return [...fixedPaths, ...ids.map((id) => `/categories/${id}`)]
}

async function seriesPaths(source: SitemapSource, number: number): Promise<string[]> {
  const series = await source.readSeriesPaths(
    (number - 1) * seriesPerFile + 1,
    number * seriesPerFile,
  )
  return series.flatMap(({ id, seasons }) => [
    `/series/${id}`,
    ...seasons.flatMap((season) => [
      `/series/${id}/season/${season.id}`,
      ...season.episodes.map((episode) => `/series/${id}/season/${season.id}/episode/${episode}`),
    ]),
  ])
}
