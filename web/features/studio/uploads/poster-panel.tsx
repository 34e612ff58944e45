import { imageUrlAtWidth } from '#contract/core/images.ts'
import { studio_uploads, type StudioAssetDetail } from '#contract/studio/uploads.ts'
import { call } from '#web/api/client.ts'
import { storyboardTileAt } from '#web/features/catalog/trailer/storyboard-tile.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { useState } from 'react'
import { formatMarkerTime, uploadsMessages as messages } from './messages.ko.ts'
import { useAssetMutation } from './queries.ts'

/** The poster of a film, and the frames that may replace it: those that the encoder offers, or the current one. */
export function PosterPanel({
  asset,
  currentTime,
}: {
  asset: StudioAssetDetail
  /** Seconds of the player. */
  currentTime: () => number
}) {
  const { id, poster, orientation, duration } = asset
  const saving = useAssetMutation(
    (at: number) => call(studio_uploads.setPoster, { params: { id }, body: { at } }),
    { toast: messages.poster_saved },
  )
  const setPoster = (at: number) => saving.submit(Math.min(at, duration ?? 0))
  return (
    <section aria-labelledby="poster" className="rounded-xl bg-surface p-4">
      <h2 id="poster" className="flex items-center gap-2 text-lg font-bold">
        {messages.poster}
        {asset.is_poster_automatic && <Badge>{messages.poster_automatic}</Badge>}
      </h2>
      <p className="mt-1 mb-3 text-sm text-foreground-subtle">
        {poster === null
          ? messages.poster_none
          : asset.has_other_thumbnail
            ? messages.poster_unused
            : asset.is_poster_automatic
              ? messages.poster_automatic_detail
              : messages.poster_detail}
      </p>
      {poster && (
        <img
          src={imageUrlAtWidth(poster, 400)}
          alt={messages.poster_alt}
          className={`rounded-lg bg-surface-raised object-cover ${orientation === 'vertical' ? 'aspect-9/16 w-32' : 'aspect-video w-full max-w-96'}`}
        />
      )}
      <StillPicker asset={asset} isSaving={saving.isPending} onPick={setPoster} />
      <Button
        variant="outline"
        className="mt-2 w-full"
        busy={saving.isPending}
        onClick={() => setPoster(currentTime())}
      >
        {messages.poster_here}
      </Button>
    </section>
  )
}

/** Opens the frames that the encoder offers, in the order of the film. Nothing without frames. */
function StillPicker({
  asset: { playable, still_times },
  isSaving,
  onPick,
}: {
  asset: StudioAssetDetail
  isSaving: boolean
  onPick: (at: number) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const storyboard = playable?.storyboard
  if (!storyboard || still_times.length === 0) return null
  return (
    <>
      <Button
        variant="outline"
        className="mt-3 w-full"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {messages.stills}
      </Button>
      {isOpen && (
        <ul aria-label={messages.stills_offered} className="mt-2 grid grid-cols-2 gap-2">
          {still_times
            .toSorted((one, other) => one - other)
            .map((at) => {
              const tile = storyboardTileAt(storyboard, at)
              return (
                tile && (
                  <li key={at}>
                    <button
                      type="button"
                      disabled={isSaving}
                      aria-label={messages.still_at(formatMarkerTime(at))}
                      className="block w-full rounded-lg bg-surface-raised inset-ring inset-ring-border hover:outline-2 hover:outline-accent disabled:opacity-60"
                      style={{
                        aspectRatio: `${tile.width} / ${tile.height}`,
                        backgroundImage: `url("${tile.url}")`,
                        backgroundSize: tile.background_size,
                        backgroundPosition: tile.background_position,
                      }}
                      onClick={() => onPick(at)}
                    />
                  </li>
                )
              )
            })}
        </ul>
      )}
    </>
  )
}
