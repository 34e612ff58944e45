import type { Series } from '#contract/contents/contents.ts'
import type { Trailer } from '#contract/playback/playback.ts'
import { readTrailer } from '#web/api/endpoints/playback.generated.ts'
import { call } from '#web/api/client.ts'
import { useHlsSource } from '#web/features/player/engines/use-hls-source.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useRef } from 'react'
import { titleMessages } from './messages.ko.ts'

/** Plays the trailer of a work with sound, in a dialog that closes by itself at the end. */
export async function openTrailer({
  id,
  title,
  age_rating,
}: Pick<Series, 'id' | 'title' | 'age_rating'>): Promise<void> {
  const { video } = await call(readTrailer, { params: { id } })
  if (!video) {
    const { trailer_failed, trailer_for_adults } = titleMessages
    toasts.show(age_rating === '19' ? trailer_for_adults : trailer_failed, 'danger')
    return
  }
  const label = titleMessages.trailer_of(title)
  void dialogs.open({ label, wide: true }, (close) => (
    <DialogBody title={label} onClose={() => close()}>
      <TrailerVideo label={label} video={video} onEnded={() => close()} />
    </DialogBody>
  ))
}

function TrailerVideo({
  label,
  video: { manifest_url, captions },
  onEnded,
}: {
  label: string
  video: NonNullable<Trailer['video']>
  onEnded: () => void
}) {
  const element = useRef<HTMLVideoElement>(null)
  const hasFailed = useHlsSource(element, manifest_url)
  return (
    <>
      <video
        ref={element}
        controls
        autoPlay
        playsInline
        aria-label={label}
        onEnded={onEnded}
        className="aspect-video max-h-[70dvh] w-full rounded-card bg-black"
      >
        {captions.map(({ url, language, label: name }, index) => (
          <track
            key={url}
            kind="captions"
            src={url}
            srcLang={language}
            label={name}
            default={index === 0}
          />
        ))}
      </video>
      {hasFailed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {titleMessages.trailer_failed}
        </p>
      )}
    </>
  )
}
