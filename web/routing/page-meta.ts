import { defaultServiceName } from '#contract/service/particulars.ts'
import { logoUrl, pageTitle, type Service, serviceIn } from '#web/lib/service.ts'
import type { MetaDescriptor } from 'react-router'

type Page = {
  /** Without the name of the site; absent on home. */
  title?: string | undefined
  /** Replaces the title of the document, which has the name of the site. */
  documentTitle?: string
  description: string
  /** Canonical path, with the query parameters that belong to it. */
  path: string
  /** Path of an image of the API. */
  image?: string | null
  ogType?: 'website' | 'video.movie' | 'video.tv_show' | 'video.episode' | 'profile'
  /** JSON-LD without `@context`. */
  jsonLd?: readonly object[]
  noindex?: boolean
}

/** `undefined` entries occur on error pages. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

const rootDataOf = (matches: Matches) => matches.find((match) => match?.id === 'root')?.loaderData

/** Returns the origin of the site, or '' if it is unknown. */
export const siteOriginOf = (matches: Matches): string =>
  (rootDataOf(matches) as { site_url?: string } | undefined)?.site_url ?? ''

export const serviceOf = (matches: Matches): Service => serviceIn(rootDataOf(matches))

/** The picture of pages without one of their own. The product's is drawn with its name. */
const pictureOf = (service: Service) =>
  logoUrl(service, 'icon-512') ?? (service.name === defaultServiceName ? '/og.png' : undefined)

/** Cuts a text to at most `length` characters, at a space if possible. */
export function truncate(text: string, length: number): string {
  const plain = text.replace(/\s+/g, ' ').trim()
  if (plain.length <= length) return plain
  const cut = plain.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** Title, description, canonical URL, Open Graph and JSON-LD of a page. */
export function pageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const site = siteOriginOf(matches)
  const service = serviceOf(matches)
  const title = page.documentTitle ?? pageTitle(service, page.title)
  const address = `${site}${page.path}`
  return [
    { title },
    // The address of the open page, because browsers share it.
    { tagName: 'link', rel: 'canonical', href: address },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    // Read from the document alone, so the scripts of the pages do not contain it.
    ...(import.meta.env.SSR ? sharedMeta(page, { site, service, title, address }) : []),
  ]
}

/** The description, Open Graph and JSON-LD of a page, for other sites and search engines. */
function sharedMeta(
  page: Page,
  {
    site,
    service,
    title,
    address,
  }: { site: string; service: Service; title: string; address: string },
): MetaDescriptor[] {
  const description = truncate(page.description, 155)
  const image = page.image ?? pictureOf(service)
  return [
    { name: 'description', content: description },
    { property: 'og:site_name', content: service.name },
    { property: 'og:locale', content: 'ko_KR' },
    { property: 'og:type', content: page.ogType ?? 'website' },
    { property: 'og:title', content: page.title ?? title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...(image
      ? [
          { property: 'og:image', content: site + image },
          { property: 'og:image:alt', content: page.title ?? title },
        ]
      : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    // Works and their episodes, which `/oembed` describes to applications that ask for it.
    ...(site && page.ogType?.startsWith('video.')
      ? [
          {
            tagName: 'link',
            rel: 'alternate',
            type: 'application/json+oembed',
            href: `${site}/oembed?url=${encodeURIComponent(address)}`,
          },
        ]
      : []),
    ...(page.jsonLd ?? []).map((node) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...node },
    })),
  ]
}
