import { service, type PublicService } from '#contract/service/service.ts'
import { dayMs } from '#contract/core/seoul-time.ts'
import type { Clock } from '#server/shared/clock.ts'
import { escapeHtml } from '#server/shared/escape-html.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { type EndpointDispatcher, publicCacheControl } from '../endpoints/endpoint-dispatcher.ts'
import type { SendCachedResponse } from '../endpoints/endpoint-routes.ts'
import type { FastifyInstance } from 'fastify'

const background = '#0d1016'

type Icon = { src: string; sizes: string; type: string; purpose: string }

/** The drawn icons of the product, for a service without a logo. */
const productIcons: readonly Icon[] = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-180.png', sizes: '180x180', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
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

/** What the icon of the installed site offers. */
const shortcuts = [
  { name: '이어보기', url: '/mypage/videos' },
  { name: '검색', url: '/search' },
  { name: '찜', url: '/mypage/wishlist' },
]

const writeManifest = ({ name, tagline, logo_key }: PublicService) =>
  JSON.stringify({
    name,
    short_name: name,
    description: tagline || name,
    lang: 'ko',
    id: '/',
    start_url: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    background_color: background,
    theme_color: background,
    icons: logo_key ? logoIcons(logo_key) : productIcons,
    shortcuts,
    // A text that another app shares is searched for.
    share_target: { action: '/search', method: 'GET', params: { text: 'q' } },
  })

/** OpenSearch 1.1: a browser may offer the search of the service in its address field. */
function writeOpenSearch({ name, tagline, logo_key }: PublicService, site_url: string): string {
  const icon = logo_key ? `/images/${logo_key}/icon-32.png` : '/favicon.svg'
  const type = logo_key ? 'image/png' : 'image/svg+xml'
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${escapeHtml(name.slice(0, 16))}</ShortName>
<Description>${escapeHtml(tagline || name)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Language>ko</Language>
<Image width="32" height="32" type="${type}">${escapeHtml(site_url + icon)}</Image>
<Url type="text/html" method="get" template="${escapeHtml(`${site_url}/search?q={searchTerms}`)}"/>
</OpenSearchDescription>
`
}

/** Each rendering of security.txt sets a new expiry, so a running site never serves an expired file. */
const contactsExpireMs = 180 * dayMs

/** The contacts for a report of a vulnerability (RFC 9116). */
const writeSecurityContacts = ({ email }: PublicService, site_url: string, clock: Clock) =>
  [
    ...(email ? [`Contact: mailto:${email}`] : []),
    `Contact: ${site_url}/customer-service/inquirys/new`,
    `Expires: ${new Date(clock.now().getTime() + contactsExpireMs).toISOString()}`,
    'Preferred-Languages: ko, en',
    `Canonical: ${site_url}/.well-known/security.txt`,
    '',
  ].join('\n')

type ServiceFile = {
  type: string
  write: (settings: PublicService, site_url: string, clock: Clock) => string
}

/** Files that browsers and tools read about the service, by address. */
const serviceFiles: ReadonlyMap<string, ServiceFile> = new Map([
  ['/manifest.webmanifest', { type: 'application/manifest+json', write: writeManifest }],
  ['/opensearch.xml', { type: 'application/opensearchdescription+xml', write: writeOpenSearch }],
  ['/.well-known/security.txt', { type: 'text/plain', write: writeSecurityContacts }],
])

/** Mounts files with the name, the icons and the contacts of the service, and the address at which a password is changed. */
export function mountServiceFiles(
  app: FastifyInstance,
  {
    calls,
    clock,
    responseCache,
    send,
    site_url,
  }: {
    calls: EndpointDispatcher
    clock: Clock
    responseCache: ResponseCache
    send: SendCachedResponse
    site_url: string
  },
) {
  for (const [path, { type, write }] of serviceFiles) {
    const make = async () => {
      const tags = new Set<string>()
      const settings = await calls.forPage(tags, '19')(service.readService, {})
      return {
        status: 200,
        type: `${type}; charset=utf-8`,
        body: Buffer.from(write(settings, site_url, clock)),
        tags,
        headers: { 'cache-control': publicCacheControl },
      }
    }
    app.get(path, async (request, reply) => {
      send(await responseCache.get(path, make), request, reply)
      return reply
    })
  }
  // Password managers open it (W3C, A Well-Known URL for Changing Passwords).
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', publicCacheControl).redirect('/mypage/profile#password', 302),
  )
}
