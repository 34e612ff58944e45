import type { Storyboard, Trailer } from '#contract/playback/playback.ts'
import { trailerSeconds } from '#contract/contents/trailer-length.ts'
import { call } from '#web/api/client.ts'
import { readTrailer } from '#web/api/endpoints/playback.generated.ts'
import { AgeRating } from '#web/features/catalog/cards/content-badges.tsx'
import { cardMessages } from '#web/features/catalog/cards/messages.ko.ts'
import { genreOf, PosterPlaceholder } from '#web/features/catalog/cards/poster-placeholder.tsx'
import { canPlayClips, ClipVideo } from '#web/features/catalog/trailer/clip-video.tsx'
import { storyboardTileAt } from '#web/features/catalog/trailer/storyboard-tile.ts'
import { formatYear } from '#web/lib/format-basics.ts'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { AverageRating } from '#web/ui/base/star-rating.tsx'
import { useEffect, useState } from 'react'
import { cardPreviewMessages } from '../wishlist/messages.ko.ts'

/** Milliseconds per image. */
const image_ms = 700

/** Shows the images of a storyboard from `start` on in turn, where a clip cannot play. Still with reduced motion. */
function StoryboardSlideshow({ storyboard, start }: { storyboard: Storyboard; start: number }) {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setShown((image) => (image + 1) % trailerSeconds), image_ms)
    return () => clearInterval(timer)
  }, [])
  const tile = storyboardTileAt(storyboard, start + shown * Math.max(1, storyboard.interval))
  if (!tile || tile.height > tile.width) return null
  return (
    <span
      aria-hidden="true"
      data-storyboard={shown}
      className="absolute inset-0"
      style={{
        backgroundImage: `url("${tile.url}")`,
        backgroundSize: tile.background_size,
        backgroundPosition: tile.background_position,
      }}
    />
  )
}

/** Cards are small: larger renditions would not be seen. */
const maxHeight = 360

/** Reads the trailer of a series; undefined while it is loading, null if it cannot be read. */
export function useTrailer(series_id: number): Trailer | null | undefined {
  const [loaded, setLoaded] = useState<{ id: number; trailer: Trailer | null }>()
  useEffect(() => {
    let isCurrent = true
    const show = (trailer: Trailer | null) => isCurrent && setLoaded({ id: series_id, trailer })
    call(readTrailer, { params: { id: series_id } }).then(show, () => show(null))
    return () => void (isCurrent = false)
  }, [series_id])
  return loaded?.id === series_id ? loaded.trailer : undefined
}

/** The picture of a series in motion, silently: its clip, or images of its storyboard where clips do not play. */
export function TrailerPicture({ trailer }: { trailer: Trailer | null | undefined }) {
  const [hasEnded, setHasEnded] = useState(false)
  const { series, clip } = trailer ?? {}
  const isClip = clip && !hasEnded && canPlayClips()
  return (
    <ResponsiveImage
      url={series?.backdrop_url ?? null}
      kind="backdrop"
      color={series?.backdrop_color ?? ''}
      sizes="400px"
      placeholder={
        series ? (
          <PosterPlaceholder title={series.title} genre={genreOf(series.categories)} />
        ) : (
          <span className="shimmer absolute inset-0" />
        )
      }
    >
      {isClip ? (
        <ClipVideo clip={clip} max_height={maxHeight} onEnded={() => setHasEnded(true)} />
      ) : (
        clip?.storyboard && <StoryboardSlideshow storyboard={clip.storyboard} start={clip.start} />
      )}
    </ResponsiveImage>
  )
}

/** Rating, year, length, age rating and synopsis of a series, in a box of fixed height while they load. */
export function TrailerText({ trailer }: { trailer: Trailer | null | undefined }) {
  if (trailer === null)
    return <p className="text-sm text-foreground-muted">{cardPreviewMessages.failed}</p>
  if (!trailer)
    return (
      <div aria-hidden="true" className="space-y-2">
        <div className="shimmer h-4 w-3/5 rounded-control" />
        <div className="shimmer h-4 rounded-control" />
        <div className="shimmer h-4 w-4/5 rounded-control" />
      </div>
    )
  const { series } = trailer
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-foreground-muted tabular-nums">
        <AverageRating average={series.rating_average} />
        {series.released_on && <span>{formatYear(series.released_on)}</span>}
        <span>
          {series.is_series ? cardMessages.episodes(series.episode_count) : cardMessages.single}
        </span>
        <AgeRating code={series.age_rating} descriptors={[]} />
      </p>
      <p className="mt-2 line-clamp-3 text-sm text-foreground-muted">{series.synopsis}</p>
    </>
  )
}
