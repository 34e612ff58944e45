import { pageTitle, siteName } from '#web/lib/site.ko.ts'
import type { MetaDescriptor } from 'react-router'

type Page = {
  /** Without the name of the site; absent on home. */
  title?: string | undefined
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

/** Returns the origin of the site, or '' if it is unknown. */
export function siteOriginOf(matches: Matches): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  return (root as { site_url?: string } | undefined)?.site_url ?? ''
}

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
  const title = pageTitle(page.title)
  const description = truncate(page.description, 155)
  const image = site + (page.image ?? '/og.png')
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: `${site}${page.path}` },
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
    { property: 'og:site_name', content: siteName },
    { property: 'og:locale', content: 'ko_KR' },
    { property: 'og:type', content: page.ogType ?? 'website' },
    { property: 'og:title', content: page.title ?? title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: `${site}${page.path}` },
    { property: 'og:image', content: image },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.jsonLd ?? []).map((node) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...node },
    })),
  ]
}
