import { contents } from '#contract/contents/contents.ts'
import { service } from '#contract/service/service.ts'
import { ProblemError } from '#server/shared/problem-error.ts'
import type { FastifyInstance } from 'fastify'
import type { ResponseCache } from '../cache/response-cache.ts'
import { type EndpointDispatcher, publicCacheControl } from '../endpoints/endpoint-dispatcher.ts'
import type { SendCachedResponse } from '../endpoints/endpoint-routes.ts'

type Page = { kind: 'series' | 'episode'; id: number }

const pagePath =
  /^\/(?:series\/(?<series>[1-9]\d{0,9})(?:\/season\/\d{1,10}(?:\/episode\/(?<episode>[1-9]\d{0,9}))?)?|video\/(?<video>[1-9]\d{0,9}))\/?$/

/** Reads which page an address of this site is; undefined for other sites and pages. */
export function parsePage(address: unknown, site_url: string): Page | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  const groups = origin === new URL(site_url).origin && pagePath.exec(pathname)?.groups
  if (!groups) return undefined
  const episode = groups['episode'] ?? groups['video']
  return episode
    ? { kind: 'episode', id: Number(episode) }
    : { kind: 'series', id: Number(groups['series']) }
}

/**
 * Mounts `/oembed?url=…` (oEmbed 1.0) for works and episodes. It answers with the type `link`, because no page of this site may
 * be framed; applications take the picture from the Open Graph tags of the page.
 */
export function mountOembed(
  app: FastifyInstance,
  {
    calls,
    responseCache,
    send,
    site_url,
  }: {
    calls: EndpointDispatcher
    responseCache: ResponseCache
    send: SendCachedResponse
    site_url: string
  },
) {
  const make = async ({ kind, id }: Page) => {
    const tags = new Set<string>()
    const call = calls.forPage(tags, '19')
    const params = { params: { id: String(id) } }
    const [{ name }, title] = await Promise.all([
      call(service.readService, {}),
      kind === 'series'
        ? call(contents.readSeries, params).then((series) => series.title)
        : call(contents.readEpisode, params).then(({ series, number, title: own }) =>
            series.is_series ? `${series.title} ${number}화 ${own}` : series.title,
          ),
    ])
    const body = {
      version: '1.0',
      type: 'link',
      title,
      provider_name: name,
      provider_url: site_url,
      cache_age: 3_600,
    }
    return {
      status: 200,
      type: 'application/json; charset=utf-8',
      body: Buffer.from(JSON.stringify(body)),
      tags,
      headers: { 'cache-control': publicCacheControl },
    }
  }
  app.get<{ Querystring: { url?: unknown; format?: unknown } }>(
    '/oembed',
    async (request, reply) => {
      const { url, format = 'json' } = request.query
      // The answer of the specification to a format that is not offered.
      if (format !== 'json') return reply.code(501).send()
      const page = parsePage(url, site_url)
      if (!page) throw new ProblemError('not_found')
      const key = `/oembed/${page.kind}/${page.id}`
      send(await responseCache.get(key, () => make(page)), request, reply)
      return reply
    },
  )
}
