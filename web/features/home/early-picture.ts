import { imageSrcset } from '#contract/core/images.ts'
import type { MetaDescriptor } from 'react-router'
import type { HeroSeries } from './read-home.ts'

/** Shown at 78vw; asking for less takes the middle width below two pixels a point, the widest on real phones. */
export const narrow = { media: '(max-width: 47.99rem)', sizes: '49vw' }
/** A backdrop lies under words and shade: beyond 80rem it may be a little softer and come a second sooner. */
export const wide = { media: '(min-width: 48rem)', sizes: '(min-width: 80rem) 80rem, 100vw' }

/** Asks in the head for the hero's first picture, before the scripts take every connection. */
export function earlyPicture(first: HeroSeries | undefined): MetaDescriptor[] {
  if (!first) return []
  const ask = (url: string | null, kind: 'poster' | 'backdrop', { media, sizes }: typeof wide) =>
    url === null
      ? []
      : [
          {
            tagName: 'link' as const,
            rel: 'preload',
            as: 'image',
            media,
            imageSrcSet: imageSrcset(url, kind),
            imageSizes: sizes,
            fetchPriority: 'high',
          },
        ]
  return [...ask(first.poster_url, 'poster', narrow), ...ask(first.backdrop_url, 'backdrop', wide)]
}
