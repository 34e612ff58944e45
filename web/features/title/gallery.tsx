import { readTrailer } from '#web/api/endpoints/playback.generated.ts'
import type { Series } from '#contract/contents/contents.ts'
import type { Trailer } from '#contract/contents/playback.ts'
import { type ImageKind, imageSrcset, imageUrlAtWidth, imageWidths } from '#contract/core/images.ts'
import { call } from '#web/api/client.ts'
import { useAsyncAction } from '#web/api/use-async-action.ts'
import { landscapeImageSizes } from '#web/features/catalog/cards/episode-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { ClipVideo } from '#web/features/catalog/trailer/clip-video.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { ResponsiveImage } from '#web/ui/base/responsive-image.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { useState } from 'react'
import type { EpisodeListItem } from './load-title.ts'
import { titleMessages } from './messages.ko.ts'

const maxStills = 10
/** The card is at most 384 px wide. */
const trailerHeight = 540

type Still = { url: string; color: string; kind: ImageKind }

/** The distinct pictures of a work: its scene, then those of its episodes. */
export function stillsOf(
  series: Pick<Series, 'backdrop_url' | 'backdrop_color'>,
  episodes: readonly Pick<EpisodeListItem, 'thumbnail_url' | 'thumbnail_color'>[],
): Still[] {
  const stills = new Map<string, Still>()
  const add = (url: string | null, color: string, kind: ImageKind) =>
    url !== null && stills.size < maxStills && stills.set(url, { url, color, kind })
  add(series.backdrop_url, series.backdrop_color, 'backdrop')
  for (const episode of episodes) add(episode.thumbnail_url, episode.thumbnail_color, 'thumbnail')
  return [...stills.values()]
}

/** The trailer of a work, if its first episode is free, and its pictures. */
export function Gallery({
  series,
  episodes,
}: {
  series: Series
  episodes: readonly EpisodeListItem[]
}) {
  const first = episodes.find(({ id }) => id === series.first_episode_id)
  const hasTrailer = first?.is_free && first.video_state === 'ready' && series.age_rating !== '19'
  const isVertical = first?.episode_video_orientation === 'vertical'
  const stills = isVertical ? [] : stillsOf(series, episodes)
  // A single picture is the one above.
  if (!hasTrailer && stills.length < 2) return null
  return (
    <div className="mt-12 md:mt-16">
      <Rail title={titleMessages.gallery} cardShape="landscape">
        {[
          ...(hasTrailer ? [<TrailerCard key="trailer" series={series} />] : []),
          ...stills.map((still, index) => (
            <StillCard
              key={still.url}
              still={still}
              label={titleMessages.still(series.title, index + 1)}
            />
          )),
        ]}
      </Rail>
    </div>
  )
}

/** Plays the clip in its place, with sound. */
function TrailerCard({ series }: { series: Series }) {
  const [clip, setClip] = useState<Trailer['clip']>(null)
  const opening = useAsyncAction(async () => {
    const trailer = await call(readTrailer, { params: { id: series.id } })
    setClip(trailer.clip)
  })
  return (
    <ResponsiveImage
      url={series.backdrop_url}
      kind="backdrop"
      color={series.backdrop_color}
      sizes={landscapeImageSizes}
      className="group rounded-md shadow-card"
    >
      {clip && (
        <ClipVideo
          clip={clip}
          max_height={trailerHeight}
          isMuted={false}
          onEnded={() => setClip(null)}
        />
      )}
      <button
        type="button"
        aria-label={clip ? titleMessages.stop_trailer : titleMessages.play_trailer(series.title)}
        aria-busy={opening.isPending}
        onClick={() => (clip ? setClip(null) : opening.run())}
        className="absolute inset-0 flex items-end p-3 text-sm font-semibold focus-visible:-outline-offset-3"
      >
        {!clip && (
          <span className="flex items-center gap-2">
            <span className="flex size-9 items-center justify-center rounded-full bg-accent text-on-accent">
              <Icon name="play" className="size-4.5" />
            </span>
            <span className="text-on-image">{titleMessages.trailer}</span>
          </span>
        )}
      </button>
    </ResponsiveImage>
  )
}

/** A picture that opens in a dialog. */
function StillCard({ still, label }: { still: Still; label: string }) {
  const { url, color, kind } = still
  return (
    <ResponsiveImage
      url={url}
      kind={kind}
      color={color}
      sizes={landscapeImageSizes}
      className="group hover-zoom rounded-md shadow-card"
    >
      <button
        type="button"
        aria-label={label}
        onClick={() =>
          void dialogs.open({ label }, (close) => (
            <DialogBody title={label} onClose={() => close()}>
              <img
                src={imageUrlAtWidth(url, imageWidths[kind][1])}
                srcSet={imageSrcset(url, kind)}
                sizes="28rem"
                alt={label}
                className="aspect-video w-full rounded-md object-cover"
                style={{ backgroundColor: color }}
              />
            </DialogBody>
          ))
        }
        className="absolute inset-0 focus-visible:-outline-offset-3"
      />
    </ResponsiveImage>
  )
}
